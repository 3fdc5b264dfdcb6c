// libheif, which decodes HEIC with libde265 and AVIF with dav1d.
#pragma once

#include <libheif/heif.h>
