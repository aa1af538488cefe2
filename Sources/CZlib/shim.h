// zlib as the system has it (RFC 1950-1952): the readers and writers of .gz logs use it.
#include <zlib.h>
