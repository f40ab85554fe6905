#include "renamed.h"

#include "../../Sources/CRows/mix.c"
