#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/place.c"
