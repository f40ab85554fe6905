#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/sprite.c"
