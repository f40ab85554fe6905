#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/placed.c"
