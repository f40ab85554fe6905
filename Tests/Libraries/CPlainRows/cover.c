#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/cover.c"
