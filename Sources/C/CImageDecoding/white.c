#include "include/CImageDecoding.h"

void picture_put_on_white(guint8 *pixels, gsize count) {
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
    const int white = 255 - pixel[3];
    for (int value = 0; value < 3; value++) pixel[value] = (guint8)MIN(255, pixel[value] + white);
    pixel[3] = 255;
  }
}
