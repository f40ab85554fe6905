#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/blend.c"
