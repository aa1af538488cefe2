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

/* How Swift reads a number of more than 15 digits from text, which no coefficient of the module's models has: not at all. libc's
   way would be 7 kB, which only the module of Python has: its users give camera files. */
#ifdef SENSORLAB_ALL_NUMBERS
#include <stdlib.h>
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end == text ? NULL : end;
}
#else
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) { return NULL; }
#endif

/* What runs before the first call. Without a function that says so, the linker wraps every call in a start and an end of libc. */
void __wasm_call_ctors(void);
__attribute__((export_name("_initialize"))) void initialize(void) { __wasm_call_ctors(); }
