#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/ripple.c"
