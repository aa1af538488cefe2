/* The seed of Swift's hash tables. No secret hashes here, and the module imports nothing: a generator with a fixed seed will do. */
#include <stddef.h>
#include <stdint.h>

void arc4random_buf(void *buffer, size_t count) {
    static uint64_t state = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        ((uint8_t *)buffer)[i] = (uint8_t)(state >> 56);
    }
}

/* How Swift reads a number from text: the end of the number, or NULL. There is one locale here. */
#include <stdlib.h>

const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end == text ? NULL : end;
}
