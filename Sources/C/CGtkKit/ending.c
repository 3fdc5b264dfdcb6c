#include "include/CGtkKit.h"

#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int handle = -1;

// Calls only functions that a signal handler may call.
static void begin(int number) {
  (void)number;
  int error = errno;
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  uint64_t one = 1;
  while (write(handle, &one, sizeof one) < 0 && errno == EINTR) continue;
  errno = error;
}

int gtkkit_ending_attach(void) {
  if (handle < 0) handle = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (handle < 0) return -1;
  struct sigaction action = {.sa_handler = begin, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return handle;
}

void gtkkit_ending_detach(void) {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}
