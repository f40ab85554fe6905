#include "renamed.h"

#include "../../Sources/CRows/lay.c"
