/* Unicode's tables, 60 kB, for texts that have no use for them: names of filters, parameters and members of JSON are ASCII. Other
   characters pass through, are compared scalar by scalar and have no lower case. Signatures: Swift's shims/UnicodeData.h. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0: the scalar combines with none before it and is its own normal form. */
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }
/* No scalar has a decomposition that could be asked for. */
const uint8_t *const _swift_stdlib_nfd_decompositions = NULL;
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
/* The largest number: the two do not compose. */
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }
/* 255: of no class, so a character of its own. */
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) { return UINT8_MAX; }
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) { return false; }
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) { return false; }
/* 0 and NULL: the scalar is its own upper and lower case. */
int32_t _swift_stdlib_getMapping(uint32_t scalar, uint8_t mapping) { return 0; }
const uint8_t *_swift_stdlib_getSpecialMapping(uint32_t scalar, uint8_t mapping, size_t *length) { return NULL; }
