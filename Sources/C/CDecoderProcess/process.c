#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>

#include "include/CDecoderProcess.h"

enum { SOCKET_OF_DECODER = 3 };

int decoder_process_start(const char *path, int socket, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  char parent[16];
  char *arguments[] = {(char *)path, parent, NULL}, *environment[] = {NULL};
  snprintf(parent, sizeof parent, "%d", (int)getpid());
  sigemptyset(&none);
  sigfillset(&all);
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (!failure) {
    failure = posix_spawn_file_actions_adddup2(&actions, socket, SOCKET_OF_DECODER);
    for (int descriptor = 0; descriptor < SOCKET_OF_DECODER && !failure; descriptor++)
      failure = posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, SOCKET_OF_DECODER + 1);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    if (!failure) failure = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}
