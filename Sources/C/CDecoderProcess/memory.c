#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "include/CDecoderProcess.h"

int decoder_memory_create(size_t length) {
  int descriptor = memfd_create("essential-feed", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, (off_t)length) == 0 && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
    return descriptor;
  close(descriptor);
  return -1;
}

int decoder_memory_seal(int descriptor) { return fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL); }
