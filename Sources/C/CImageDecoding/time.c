#include <time.h>

#include "include/CImageDecoding.h"

gint64 picture_processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64)now.tv_sec * 1000000000 + now.tv_nsec;
}
