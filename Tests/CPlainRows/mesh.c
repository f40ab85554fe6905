#include "renamed.h"

#include "../../Sources/CRows/mesh.c"
