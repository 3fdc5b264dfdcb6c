// Swift's C library module doesn't include the first header, and Swift can't call `syscall`.
#pragma once

#include <grp.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Sets the supplementary groups of the calling thread only; the C library's function sets those of all threads.
static inline int set_thread_groups(int count, const gid_t *groups) {
    return (int)syscall(SYS_setgroups, (size_t)count, groups);
}
