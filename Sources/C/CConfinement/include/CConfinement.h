// Prevents the calling process from doing anything but decoding. This is C because the system call filter is built from
// macros and because Swift can't call prctl() and syscall().
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Ends this process when the thread that started it ends. Returns whether this took effect in time, that is, whether
/// the parent is still the process with this id.
int confinement_end_with(pid_t parent);

/// Closes all descriptors from this one on.
void confinement_close_from(int descriptor);

/// Lets all threads share one memory arena. Each further arena would reserve 64 MiB and keep the memory its threads
/// free.
void confinement_use_one_arena(void);

/// Prevents this process from writing files and dumping core, and limits its descriptors to a few and its memory to
/// this many bytes more than it uses now. Returns whether all limits are in force.
int confinement_limit(size_t memory);

/// Limits the memory of this process until the next call: to this many bytes more than it used when confinement_limit()
/// was called.
void confinement_limit_until_next(size_t memory);

/// Prevents this process from gaining privileges. The two functions below require this.
int confinement_drop_privileges(void);

/// Prevents the calling thread from opening files and connecting to sockets if the kernel has Landlock. Returns whether
/// this is in force for the whole process, that is, whether the process has no other thread.
int confinement_deny_files(void);

/// Allows all threads of this process only the system calls needed for decoding; other calls fail. Returns whether the
/// filter is in force.
int confinement_filter_system_calls(void);
