// Replaces the C library's allocation functions in this program and the libraries that it is linked with.
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "include/CPicturesFloor.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool is_counting;
static atomic_size_t allocated;

static void count(size_t size) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed))
    atomic_fetch_add_explicit(&allocated, size, memory_order_relaxed);
}

void *malloc(size_t size) {
  count(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count(size);
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count(size);
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

void picturesfloor_count_allocations(void) {
  atomic_store(&allocated, 0);
  atomic_store(&is_counting, true);
}

size_t picturesfloor_allocated_bytes(void) {
  atomic_store(&is_counting, false);
  return atomic_load(&allocated);
}
