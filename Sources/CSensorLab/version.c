#include "sensorlab.h"

const char *sensorlab_version(void) { return SENSORLAB_VERSION; }

int32_t sensorlab_abi_version(void) { return SENSORLAB_ABI_VERSION; }
