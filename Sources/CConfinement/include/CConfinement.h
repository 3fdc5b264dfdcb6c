// Keeps the calling process from doing anything but decoding. This is C because the filter of system calls is built from
// macros, and because Swift can't call prctl() and syscall().
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Ends this process when the thread that started it ends. Returns whether that was set in time, and that thread belongs to
/// the process of this id.
int confinement_end_with(pid_t parent);

/// Closes all descriptors from this one on.
void confinement_close_from(int descriptor);

/// Lets all threads take memory from one arena. Each further one reserves 64 MiB, and keeps what its threads have freed.
void confinement_use_one_arena(void);

/// Lets this process write no file, dump no memory, open no more than a few descriptors, and take no more memory than so
/// many bytes more than it has. Returns whether all of that is in force.
int confinement_limit(size_t memory);

/// Lets this process take no more memory, until the next call, than so many bytes more than it had when
/// confinement_limit() was called.
void confinement_limit_until_next(size_t memory);

/// Keeps this process from gaining privileges. The two functions below need it.
int confinement_drop_privileges(void);

/// Keeps this process from opening files and from connecting, where the kernel has Landlock. Returns whether it does.
int confinement_deny_files(void);

/// Lets this process make only the system calls that decoding needs; the others fail. Returns whether that is in force.
int confinement_filter_system_calls(void);
