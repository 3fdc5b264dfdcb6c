#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "include/CDecoderProcess.h"

int decoder_event_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void decoder_event_signal(int descriptor) { eventfd_write(descriptor, 1); }

void decoder_event_clear(int descriptor) {
  eventfd_t count;
  eventfd_read(descriptor, &count);
}

void decoder_event_end(int descriptor) { close(descriptor); }
