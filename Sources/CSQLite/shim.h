// SQLite as the system has it: the module Database calls it.
#include <sqlite3.h>
