#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/CConfinement.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
// The lower half of an argument on little-endian machines.
#define ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)
#define ALLOW(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), RETURN(SECCOMP_RET_ALLOW)
#define FAIL(name, error) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), RETURN(SECCOMP_RET_ERRNO | (error))
/// Allows a call unless an argument has one of these bits.
#define ALLOW_WITHOUT(name, index, bits)                                                                    \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), ARGUMENT(index),                                  \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), RETURN(SECCOMP_RET_ERRNO | EPERM), RETURN(SECCOMP_RET_ALLOW)
/// Allows a call only if an argument has one of these bits.
#define ALLOW_WITH(name, index, bits)                                                                       \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), ARGUMENT(index),                                  \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), RETURN(SECCOMP_RET_ERRNO | EPERM), RETURN(SECCOMP_RET_ALLOW)

/// Allows a call only if an argument is zero.
#define ALLOW_WITH_ZERO(name, index)                                                                        \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), ARGUMENT(index),                                  \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), RETURN(SECCOMP_RET_ERRNO | EPERM), RETURN(SECCOMP_RET_ALLOW)

int confinement_filter_system_calls(void) {
#ifdef ARCHITECTURE
  struct sock_filter filter[] = {
      FIELD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      RETURN(SECCOMP_RET_KILL_PROCESS),
      FIELD(nr),
#ifdef __x86_64__
      // Blocks the x32 system calls.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      RETURN(SECCOMP_RET_KILL_PROCESS),
#endif
      // Requests and their memory.
      ALLOW(recvmsg), ALLOW(sendmsg), ALLOW(close), ALLOW(lseek),
      // Memory, but no new code.
      ALLOW_WITHOUT(mmap, 2, PROT_EXEC), ALLOW_WITHOUT(mprotect, 2, PROT_EXEC), ALLOW(munmap), ALLOW(mremap),
      ALLOW(madvise), ALLOW(brk),
      // Limits of this process only (process number 0). The kernel reads only the lower half of the number.
      ALLOW_WITH_ZERO(prlimit64, 0),
      // Threads, which some decoders use, but no processes. A filter can't read the flags of clone3, so clone3 fails
      // and the C library falls back to clone.
      ALLOW_WITH(clone, 0, CLONE_THREAD), FAIL(clone3, ENOSYS), ALLOW(futex), ALLOW(set_robust_list), ALLOW(rseq),
      ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(gettid), ALLOW(getpid), ALLOW(rt_sigprocmask),
      ALLOW(rt_sigreturn), ALLOW(sigaltstack), ALLOW(exit),
      // Time, random numbers and exit.
      ALLOW(clock_gettime), ALLOW(clock_nanosleep), ALLOW(getrandom), ALLOW(restart_syscall), ALLOW(exit_group),
      RETURN(SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
  // The flag applies the filter to threads that a library has already started.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
#else
  return 0;
#endif
}
