#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/blur.c"
