#include "AllocationCounter.h"
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// They have an allocator of their own.
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)
// The test's own definitions come before the C library's, for the Swift runtime too. Per thread, because tests run in
// parallel.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread uint64_t count;

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
    count++;
    return __libc_realloc(pointer, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count++;
    void *pointer = __libc_memalign(alignment, size);
    if (!pointer) return 12;
    *result = pointer;
    return 0;
}

uint64_t allocation_count(void) { return count; }
int allocation_count_works(void) { return 1; }
#else
uint64_t allocation_count(void) { return 0; }
int allocation_count_works(void) { return 0; }
#endif
