#include "include/CImageDecoding.h"

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
