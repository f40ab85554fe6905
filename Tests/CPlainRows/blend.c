#include "renamed.h"

#include "../../Sources/CRows/blend.c"
