#include "include/CImageDecoding.h"

void picture_pack_rgb(const guint8 *pixels, gsize count, guint8 *target) {
  for (const guint8 *end = pixels + count * 4; pixels < end; pixels += 4, target += 3) {
    const guint8 blue = pixels[0], green = pixels[1], red = pixels[2];
    target[0] = red;
    target[1] = green;
    target[2] = blue;
  }
}
