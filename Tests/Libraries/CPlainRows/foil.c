#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/foil.c"
