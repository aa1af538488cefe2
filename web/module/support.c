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

/* libc's standard streams, which nothing writes to: without these the module would import them from the host. */
int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t file) { return file < 0; }
int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t file, int64_t offset, int32_t whence, int32_t at) {
    return file < 0 || offset < 0 || whence < 0 || at < 0;
}
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t file, int32_t parts, int32_t count, int32_t written) {
    return file < 0 || parts < 0 || count < 0 || written < 0;
}
