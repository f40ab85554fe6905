#include "renamed.h"

#include "../../Sources/CRows/blur.c"
