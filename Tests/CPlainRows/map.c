#include "renamed.h"

#include "../../Sources/CRows/map.c"
