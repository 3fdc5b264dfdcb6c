// Decoding, scaling and colours of pictures. It is C because libjpeg reports errors by longjmp, and because loops over
// pixels are fastest here.
#pragma once

#include <glib.h>

/// Returns the processor's time that the calling thread has used, in nanoseconds. Decoders check it between their steps,
/// and give up after a deadline: a library can't be stopped while it runs.
gint64 picture_processor_time(void);

/// The layout of the pixels that come to a scaler. It always makes four bytes a pixel.
typedef enum {
  /// Four values that stay as they are: blue, green, red and an alpha of 255, or cyan, magenta, yellow and black.
  PICTURE_FOUR_VALUES,
  /// Red, green and blue. Becomes blue, green, red and 255.
  PICTURE_RGB,
  /// Red, green, blue and alpha. Becomes blue, green and red, multiplied with alpha, and alpha.
  PICTURE_RGBA,
} PicturePixelForm;

/// Which part of an image is shown, and at what size. The part is at least as large as that size, in both directions.
typedef struct {
  int source_width, source_height;
  double x, y, width, height;
  int target_width, target_height;
} PictureScaling;

/// Scales an image down while its rows arrive, so that it need not be in memory as a whole.
///
/// Our own, because it needs a few rows at a time, as decoders produce them, and every pixel counts.
typedef struct PictureScaler PictureScaler;

/// Creates a scaler that writes to the target, which has room for four bytes a pixel. Returns null without memory.
PictureScaler *picture_scaler_new(const PictureScaling *scaling, PicturePixelForm form, guint8 *target);
/// Takes the next row of the source, from the top.
void picture_scaler_push(PictureScaler *scaler, const guint8 *row);
/// Frees a scaler, or does nothing for null.
void picture_scaler_free(PictureScaler *scaler);

/// The order of the colours in a scaled picture, four bytes a pixel.
typedef enum {
  PICTURE_BGRA,
  /// 255 is the most of a colour.
  PICTURE_CMYK,
  /// 0 is the most of a colour, as Adobe's programs write it.
  PICTURE_CMYK_INVERTED,
} PictureColours;

/// How to decode a JPEG, and the outcome.
typedef struct {
  /// The part that is shown, in pixels of the whole image. Decoding fails if the data has another size.
  PictureScaling scaling;
  /// The eighths of the size at which the image is decoded, from 1 to 8.
  int eighths;
  /// The most memory that the whole image may take, in bytes.
  gsize budget;
  /// The processor's time at which decoding is given up.
  gint64 deadline;
  /// Room for the picture's pixels.
  guint8 *target;

  /// The outcome: the order of the colours, and whether the deadline has passed.
  PictureColours colours;
  gboolean is_late;
  /// The reason of a failure.
  char message[200];
} PictureJPEG;

/// Decodes a JPEG. Returns false if anything is missing: a part of an image is never taken for the whole.
gboolean picture_decode_jpeg(const guint8 *bytes, gsize count, PictureJPEG *jpeg);

/// How to decode a still WebP, or the data of an animated one's frame, and the outcome.
typedef struct {
  /// The size of the image. Decoding fails if the data has another one.
  int width, height;
  /// The size at which the image is decoded, which is no larger.
  int decoded_width, decoded_height;
  /// The processor's time at which decoding is given up.
  gint64 deadline;

  /// The outcome: red, green, blue and, if there is alpha, alpha, which the colours aren't multiplied with, without gaps.
  /// To be freed with g_free(), also after a failure.
  guint8 *pixels;
  gboolean has_alpha, is_late;
  /// The reason of a failure.
  char message[200];
} PictureWebP;

/// Decodes a WebP. Returns false if anything is missing.
gboolean picture_decode_webp(const guint8 *bytes, gsize count, PictureWebP *webp);

/// How to decode a TIFF, and the outcome.
typedef struct {
  /// The part that is shown, in pixels of the whole image. Decoding fails if the data has another size.
  PictureScaling scaling;
  /// The most memory that unpacking may take, in bytes.
  gsize budget;
  /// The processor's time at which decoding is given up.
  gint64 deadline;
  /// Room for the picture's pixels, which are multiplied with alpha.
  guint8 *target;

  /// The outcome: whether the deadline has passed, and whether the compression or the colours aren't supported.
  gboolean is_late, is_unsupported;
  /// The reason of a failure.
  char message[200];
} PictureTIFF;

/// Decodes the first image of a TIFF strip by strip, without turning it. Returns false if anything is missing.
gboolean picture_decode_tiff(const guint8 *bytes, gsize count, PictureTIFF *tiff);

// Printers' profiles have some megabytes. No profile is larger than this.
enum { PICTURE_MAXIMUM_PROFILE = 8 << 20 };

/// Converts pixels in place to blue, green, red and alpha in sRGB. Without a profile, or with one that can't be used, RGB
/// is taken for sRGB, and CMYK is mixed by simple arithmetic.
void picture_colours_to_srgb(
    guint8 *pixels, gsize count, PictureColours colours, gboolean is_opaque, const guint8 *profile,
    gsize profile_length);

/// Packs pixels in place to red, green and blue, three bytes a pixel.
void picture_pack_rgb(guint8 *pixels, gsize count);

/// Turns and mirrors pixels by an EXIF orientation from 1 to 8. The target has room for as many pixels as the source.
void picture_turn(const guint32 *source, int width, int height, int orientation, guint32 *target);
