#pragma once
#include <stdint.h>

/// Heap allocations of the calling thread so far; always 0 where they cannot be counted (other systems than glibc's, sanitizers).
uint64_t allocation_count(void);

/// Whether they can be counted.
int allocation_count_works(void);
