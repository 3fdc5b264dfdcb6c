#define _GNU_SOURCE
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/CConfinement.h"

int confinement_drop_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0; }

// Debian 12's headers define only the first version of Landlock, so the numbers are defined here.
enum { SYS_CREATE_RULESET = 444, SYS_RESTRICT_SELF = 446, VERSION_FLAG = 1 };

int confinement_deny_files(void) {
  struct {
    uint64_t files, connections, scopes;
  } denied = {(1ULL << 13) - 1, 0, 0};
  size_t size = sizeof denied.files;
  long version = syscall(SYS_CREATE_RULESET, NULL, 0, VERSION_FLAG);
  if (version < 1) return 0;
  // Later versions added renaming, truncating, TCP, device ioctls, and the scopes of signals and sockets.
  if (version >= 2) denied.files |= 1ULL << 13;
  if (version >= 3) denied.files |= 1ULL << 14;
  if (version >= 4) denied.connections = 3;
  if (version >= 4) size = sizeof denied.files + sizeof denied.connections;
  if (version >= 5) denied.files |= 1ULL << 15;
  if (version >= 6) denied.scopes = 3;
  if (version >= 6) size = sizeof denied;
  int rules = (int)syscall(SYS_CREATE_RULESET, &denied, size, 0);
  if (rules < 0) return 0;
  // Landlock confines the calling thread and the threads it starts later. /proc/self/task has two links plus one for
  // each thread.
  struct stat threads;
  int has_one_thread = stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
  // The ruleset contains no rules, so nothing is allowed.
  int holds = syscall(SYS_RESTRICT_SELF, rules, 0) == 0;
  close(rules);
  return holds && has_one_thread;
}
