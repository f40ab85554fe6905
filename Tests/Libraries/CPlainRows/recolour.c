#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/recolour.c"
