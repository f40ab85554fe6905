#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/shade.c"
