#include <time.h>

#include "include/CImageDecoding.h"

gint64 picture_processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64)now.tv_sec * 1000000000 + now.tv_nsec;
}

gboolean picture_fail(PictureFailure *failure, const char *message) {
  g_strlcpy(failure->message, message, sizeof failure->message);
  return FALSE;
}

void picture_turn(const guint32 *source, int width, int height, int orientation, guint32 *target) {
  // The target position of the source's top left pixel, and the target offsets of one step across and one step down in
  // the source.
  long across, down, start;
  long last_column = width - 1, last_row = height - 1;
  switch (orientation) {
    case 2: start = last_column, across = -1, down = width; break;
    case 3: start = last_row * width + last_column, across = -1, down = -width; break;
    case 4: start = last_row * width, across = 1, down = -width; break;
    case 5: start = 0, across = height, down = 1; break;
    case 6: start = last_row, across = height, down = -1; break;
    case 7: start = last_column * height + last_row, across = -height, down = -1; break;
    case 8: start = last_column * height, across = -height, down = 1; break;
    default: start = 0, across = 1, down = width;
  }
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) target[start + row * down + column * across] = *source++;
  }
}

void picture_put_on_white(guint8 *pixels, gsize count) {
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
    const int white = 255 - pixel[3];
    for (int value = 0; value < 3; value++) pixel[value] = (guint8)MIN(255, pixel[value] + white);
    pixel[3] = 255;
  }
}

void picture_pack_rgb(const guint8 *pixels, gsize count, guint8 *target) {
  for (const guint8 *end = pixels + count * 4; pixels < end; pixels += 4, target += 3) {
    const guint8 blue = pixels[0], green = pixels[1], red = pixels[2];
    target[0] = red;
    target[1] = green;
    target[2] = blue;
  }
}

void picture_draw_indices(guint32 *row, const guint8 *indices, const guint32 *colours, gsize count) {
  for (gsize x = 0; x < count; x++) {
    guint32 colour = colours[indices[x]];
    if (colour) row[x] = colour;
  }
}

/// Multiplies two fractions of 255 and rounds the result.
static guint32 part(guint32 value, guint32 of_255) {
  guint32 product = value * of_255 + 128;
  return (product + (product >> 8)) >> 8;
}

void picture_draw_colours(guint32 *row, const guint8 *source, int channels, gboolean blends, gsize count) {
  for (gsize x = 0; x < count; x++, source += channels) {
    guint32 alpha = channels == 4 ? source[3] : 255, below = blends ? 255 - alpha : 0, pixel = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      // Blue, green and red, then alpha.
      guint32 value = shift == 24 ? alpha : part(source[2 - shift / 8], alpha);
      if (below) value = MIN(255, value + part(row[x] >> shift & 0xFF, below));
      pixel |= value << shift;
    }
    row[x] = pixel;
  }
}
