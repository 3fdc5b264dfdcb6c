#include <malloc.h>

#include "include/CGtkKit.h"

void gtkkit_share_free_memory(void) { mallopt(M_ARENA_MAX, 2); }

void gtkkit_give_memory_back(void) { malloc_trim(0); }
