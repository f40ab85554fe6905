#include "renamed.h"

#include "../../Sources/CRows/recolour.c"
