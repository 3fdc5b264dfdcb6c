// libtiff.
#pragma once

#include <tiffio.h>
