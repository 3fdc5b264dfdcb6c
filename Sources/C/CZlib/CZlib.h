// The functions of zlib that compress.
#pragma once

#include <zlib.h>
