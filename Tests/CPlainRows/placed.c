#include "renamed.h"

#include "../../Sources/CRows/placed.c"
