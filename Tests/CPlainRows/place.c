#include "renamed.h"

#include "../../Sources/CRows/place.c"
