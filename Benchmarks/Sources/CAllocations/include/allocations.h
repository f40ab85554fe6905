// Counts what this process allocates: the program's malloc takes the place of glibc's.
#pragma once

#include <stdint.h>

/// Blocks allocated so far by all threads.
uint64_t allocations(void);
