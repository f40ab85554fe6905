#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/mix.c"
