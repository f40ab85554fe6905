#include "renamed.h"

#include "../../../Sources/Libraries/CRowKernels/source_over.c"
