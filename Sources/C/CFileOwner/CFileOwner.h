// Swift's C library module doesn't include this header.
#pragma once

#include <sys/fsuid.h>
