#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/line.c"
