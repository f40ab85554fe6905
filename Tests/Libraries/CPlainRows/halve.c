#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/halve.c"
