#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/mesh.c"
