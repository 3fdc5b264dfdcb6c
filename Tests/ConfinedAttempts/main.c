// Attempts what a decoder must not be able to do, from inside one of its confinements: `seccomp`, `landlock`, or `threads`,
// which applies both to a process with a thread from before. Further
// arguments: a file, which the attempts would change, and the path of a folder, which they would make.
//
// Exits with 0 if all attempts fail, with the number of the first one that succeeds, or with 100 if the confinement can't
// be had.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <CConfinement.h>

static void try(int number, long result) {
  if (result >= 0) _exit(number);
}

static int local_socket(int type) { return socket(AF_INET, type, 0); }

static long connect_to(int socket) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  long result = connect(socket, (struct sockaddr *)&address, sizeof address);
  // The other side refused, so the attempt reached it.
  return result < 0 && errno == ECONNREFUSED ? 0 : result;
}

static pthread_mutex_t confinement = PTHREAD_MUTEX_INITIALIZER;

static void *attempt_after_confinement(void *unused) {
  pthread_mutex_lock(&confinement);
  try(21, open("/etc/passwd", O_RDONLY));
  return NULL;
}

// Checks that older threads are confined with the process, or that an error reports they aren't.
static int run_threads(void) {
  pthread_t thread;
  pthread_mutex_lock(&confinement);
  if (pthread_create(&thread, NULL, attempt_after_confinement, NULL) != 0) return 102;
  if (!confinement_drop_privileges()) return 100;
  if (confinement_deny_files()) return 22;
  if (!confinement_filter_system_calls()) return 100;
  pthread_mutex_unlock(&confinement);
  pthread_join(thread, NULL);
  return 0;
}

int main(int count, char **arguments) {
  if (count != 4) return 101;
  if (strcmp(arguments[1], "threads") == 0) return run_threads();
  int has_seccomp = strcmp(arguments[1], "seccomp") == 0;
  int socket_from_before = local_socket(SOCK_STREAM);
  pid_t parent = getppid();
  int file_from_before = open("/dev/null", O_RDWR);
  if (socket_from_before < 0 || file_from_before < 0) return 102;
  if (!confinement_drop_privileges()) return 100;
  if (!(has_seccomp ? confinement_filter_system_calls() : confinement_deny_files())) return 100;

  try(1, open("/etc/passwd", O_RDONLY));
  try(2, open("/proc/self/maps", O_RDONLY));
  try(3, open(arguments[2], O_WRONLY));
  try(4, unlink(arguments[2]));
  try(5, mkdir(arguments[3], 0700));
  try(6, execl("/bin/true", "true", NULL));
  if (!has_seccomp) return 0;

  try(7, local_socket(SOCK_STREAM));
  try(8, local_socket(SOCK_DGRAM));
  try(9, connect_to(socket_from_before));
  try(10, write(file_from_before, "a", 1));
  try(11, read(file_from_before, arguments[1], 1) < 0 ? -1 : 0);
  try(12, syscall(SYS_fork));
  try(13, syscall(SYS_vfork));
  try(14, fork());
  try(15, kill(parent, 0));
  try(16, ptrace(PTRACE_TRACEME, 0, NULL, NULL));
  try(17, mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 103;
  try(18, mprotect(page, 4096, PROT_READ | PROT_EXEC));
  try(19, syscall(SYS_memfd_create, "attempt", 0));
  struct rlimit limit = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
  try(20, syscall(SYS_prlimit64, parent, RLIMIT_CPU, &limit, NULL));
  return 0;
}
