#include "renamed.h"

#include "../../Sources/CRows/cover.c"
