#include <math.h>

#include "include/CImageDecoding.h"

// Each target pixel is the mean of the source pixels it covers, weighted by coverage. The result is sharper than a tent
// filter's and needs fewer pixels. Rows are scaled horizontally as they arrive and vertically once the last source row
// for a target row has arrived.

typedef float Pixel __attribute__((vector_size(16)));

/// The source pixels for each target pixel, in one direction: their number, the first one, and their weights, whose sum
/// is 1.
typedef struct {
  int count;
  int *first;
  float *weights;
} Taps;

struct PictureScaler {
  PicturePixelForm form;
  int target_width, target_height;
  guint8 *target;
  Taps columns, rows;
  /// The source columns that are needed.
  int first_column, end_column;
  /// A source row; the source rows for one target row, scaled horizontally; and the sums of the target row.
  Pixel *source, *across, *sums;
  /// The numbers of the next source row and the next target row.
  int row, done;
};

/// Returns the fraction of a pixel that is inside a part of the source, given the distance between their centres.
static double covered(double distance, double length) { return CLAMP((length + 1) / 2 - fabs(distance), 0, 1); }

static gboolean make_taps(Taps *taps, double start, double length, int source, int target) {
  // Rounding may make the part a little smaller than the target.
  double step = length / target, part = MAX(step, 1), reach = (part + 1) / 2;
  taps->count = MIN(source, (int)(part + 1) + 1);
  taps->first = g_try_new(int, target);
  taps->weights = g_try_new(float, (gsize)target * taps->count);
  if (!taps->first || !taps->weights) return FALSE;
  for (int index = 0; index < target; index++) {
    double middle = start + (index + 0.5) * step, sum = 0;
    int first = taps->first[index] = CLAMP((int)ceil(middle - reach - 0.5), 0, source - taps->count);
    float *weights = taps->weights + (gsize)index * taps->count;
    for (int tap = 0; tap < taps->count; tap++) sum += covered(first + tap + 0.5 - middle, part);
    for (int tap = 0; tap < taps->count; tap++)
      weights[tap] = (float)(covered(first + tap + 0.5 - middle, part) / sum);
  }
  return TRUE;
}

PictureScaler *picture_scaler_new(const PictureScaling *scaling, PicturePixelForm form, guint8 *target) {
  PictureScaler *scaler = g_try_new0(PictureScaler, 1);
  if (!scaler) return NULL;
  int width = scaler->target_width = scaling->target_width, height = scaler->target_height = scaling->target_height;
  scaler->form = form;
  scaler->target = target;
  if (make_taps(&scaler->columns, scaling->x, scaling->width, scaling->source_width, width) &&
      make_taps(&scaler->rows, scaling->y, scaling->height, scaling->source_height, height)) {
    scaler->first_column = scaler->columns.first[0];
    scaler->end_column = scaler->columns.first[width - 1] + scaler->columns.count;
    scaler->source = g_try_new(Pixel, scaler->end_column - scaler->first_column);
    scaler->across = g_try_new(Pixel, (gsize)width * scaler->rows.count);
    scaler->sums = g_try_new(Pixel, width);
  }
  if (!scaler->source || !scaler->across || !scaler->sums) {
    picture_scaler_free(scaler);
    return NULL;
  }
  return scaler;
}

void picture_scaler_free(PictureScaler *scaler) {
  if (!scaler) return;
  g_free(scaler->columns.first);
  g_free(scaler->columns.weights);
  g_free(scaler->rows.first);
  g_free(scaler->rows.weights);
  g_free(scaler->source);
  g_free(scaler->across);
  g_free(scaler->sums);
  g_free(scaler);
}

static void read_row(PictureScaler *scaler, const guint8 *row) {
  int count = scaler->end_column - scaler->first_column;
  float *to = (float *)scaler->source;
  switch (scaler->form) {
    case PICTURE_FOUR_VALUES:
      row += (gsize)scaler->first_column * 4;
      for (int value = 0; value < count * 4; value++) to[value] = row[value];
      break;
    case PICTURE_RGB:
      row += (gsize)scaler->first_column * 3;
      for (int pixel = 0; pixel < count; pixel++, row += 3) scaler->source[pixel] = (Pixel){row[2], row[1], row[0], 255};
      break;
    case PICTURE_RGBA:
      row += (gsize)scaler->first_column * 4;
      for (int pixel = 0; pixel < count; pixel++, row += 4) {
        float alpha = row[3] * (1 / 255.0f);
        scaler->source[pixel] = (Pixel){row[2] * alpha, row[1] * alpha, row[0] * alpha, row[3]};
      }
  }
}

/// Inlined so that the compiler unrolls the loops for common counts.
static inline __attribute__((always_inline)) void scale_across(const PictureScaler *scaler, int count, Pixel *to) {
  const float *weights = scaler->columns.weights;
  for (int column = 0; column < scaler->target_width; column++, weights += count) {
    const Pixel *from = scaler->source + (scaler->columns.first[column] - scaler->first_column);
    Pixel sum = from[0] * weights[0];
    for (int tap = 1; tap < count; tap++) sum += from[tap] * weights[tap];
    to[column] = sum;
  }
}

static Pixel *scaled_row(const PictureScaler *scaler, int number) {
  return scaler->across + (gsize)(number % scaler->rows.count) * scaler->target_width;
}

/// Adds three rows at a time, to read and write the sums less often.
static void scale_down(const PictureScaler *scaler, int line) {
  int width = scaler->target_width, count = scaler->rows.count, first = scaler->rows.first[line];
  const float *weights = scaler->rows.weights + (gsize)line * count;
  Pixel *sums = scaler->sums;
  for (int tap = 0; tap < count; tap += 3) {
    Pixel rounding = {0.5f, 0.5f, 0.5f, 0.5f};
    gboolean has_second = tap + 1 < count, has_third = tap + 2 < count;
    const Pixel *one = scaled_row(scaler, first + tap);
    const Pixel *two = has_second ? scaled_row(scaler, first + tap + 1) : one;
    const Pixel *three = has_third ? scaled_row(scaler, first + tap + 2) : one;
    float first_weight = weights[tap], second_weight = has_second ? weights[tap + 1] : 0;
    float third_weight = has_third ? weights[tap + 2] : 0;
    for (int column = 0; column < width; column++) {
      Pixel before = tap == 0 ? rounding : sums[column];
      sums[column] =
          before + one[column] * first_weight + two[column] * second_weight + three[column] * third_weight;
    }
  }
}

static void write_row(const PictureScaler *scaler, int line) {
  guint8 *to = scaler->target + (gsize)line * scaler->target_width * 4;
  const float *value = (const float *)scaler->sums;
  for (int index = 0; index < scaler->target_width * 4; index++) to[index] = (guint8)(int)value[index];
}

void picture_scaler_push(PictureScaler *scaler, const guint8 *row) {
  int number = scaler->row++;
  if (scaler->done == scaler->target_height || number < scaler->rows.first[scaler->done]) return;
  read_row(scaler, row);
  Pixel *to = scaled_row(scaler, number);
  switch (scaler->columns.count) {
    case 3: scale_across(scaler, 3, to); break;
    case 4: scale_across(scaler, 4, to); break;
    default: scale_across(scaler, scaler->columns.count, to);
  }
  while (scaler->done < scaler->target_height &&
         scaler->rows.first[scaler->done] + scaler->rows.count == number + 1) {
    scale_down(scaler, scaler->done);
    write_row(scaler, scaler->done++);
  }
}
