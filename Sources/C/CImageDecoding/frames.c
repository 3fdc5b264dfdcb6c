#include "include/CImageDecoding.h"

void picture_draw_numbers(guint32 *row, const guint8 *numbers, const guint32 *colours, gsize count) {
  for (gsize x = 0; x < count; x++) {
    guint32 colour = colours[numbers[x]];
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
