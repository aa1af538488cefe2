#pragma once
#include <stddef.h>
#include <stdint.h>

/* The interface of libFuzzer (compiler-rt, FuzzerInterface.h) as far as it is used here. */

/* Runs the fuzzer on `test` with its own options in `argv`; ends the process on a finding. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

/* Changes `data` in place as libFuzzer would without a mutator; returns the new size, at most `maxSize`. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
