#define _GNU_SOURCE
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/CConfinement.h"

/// The descriptors of standard input, output and error, the socket and a request, with some to spare.
enum { DESCRIPTORS = 16 };

/// The address space, in bytes, that the process used when it was limited.
static rlim_t address_space_before;

int confinement_end_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return 0;
  // The parent may have ended before the signal was set.
  return getppid() == parent;
}

void confinement_close_from(int descriptor) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, descriptor, ~0U, 0) == 0) return;
#endif
  for (int last = (int)sysconf(_SC_OPEN_MAX); descriptor < last; descriptor++) close(descriptor);
}

/// Returns the address space of this process, in bytes, or 0 if it can't be read.
static rlim_t address_space(void) {
  char text[64] = {0};
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  return count > 0 ? (rlim_t)strtoull(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE) : 0;
}

void confinement_use_one_arena(void) { mallopt(M_ARENA_MAX, 1); }

int confinement_limit(size_t memory) {
  confinement_use_one_arena();
  const struct rlimit none = {0, 0}, few = {DESCRIPTORS, DESCRIPTORS};
  int holds = setrlimit(RLIMIT_CORE, &none) == 0;
  holds &= setrlimit(RLIMIT_FSIZE, &none) == 0;
  holds &= setrlimit(RLIMIT_NOFILE, &few) == 0;
  address_space_before = address_space();
  if (address_space_before == 0) return 0;
  const struct rlimit limit = {address_space_before + memory, address_space_before + memory};
  holds &= setrlimit(RLIMIT_AS, &limit) == 0;
  return holds;
}

void confinement_limit_until_next(size_t memory) {
  struct rlimit limit;
  if (address_space_before == 0 || getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = address_space_before + memory;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_AS, &limit);
}
