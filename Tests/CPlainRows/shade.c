#include "renamed.h"

#include "../../Sources/CRows/shade.c"
