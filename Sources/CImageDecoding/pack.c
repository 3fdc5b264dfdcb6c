#include "include/CImageDecoding.h"

void picture_pack_rgb(guint8 *pixels, gsize count) {
  guint8 *target = pixels;
  for (const guint8 *source = pixels; source < pixels + count * 4; source += 4, target += 3) {
    guint8 blue = source[0], green = source[1], red = source[2];
    target[0] = red;
    target[1] = green;
    target[2] = blue;
  }
}
