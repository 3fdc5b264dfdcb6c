// Decodes, scales, converts and encodes pictures. This is C because libjpeg reports errors by longjmp, and because loops over
// pixels are fastest here.
#pragma once

#include <glib.h>

/// Returns the processor time that the calling thread has used, in nanoseconds. Decoders check it between their steps,
/// and give up after a deadline: a library can't be stopped while it runs.
gint64 picture_processor_time(void);

/// The layout of the pixels that a scaler receives. It always writes four bytes a pixel.
typedef enum {
  /// Four values that stay as they are: blue, green, red and an alpha of 255, or cyan, magenta, yellow and black.
  PICTURE_FOUR_VALUES,
  /// Red, green and blue. Becomes blue, green, red and 255.
  PICTURE_RGB,
  /// Red, green, blue and alpha. Becomes blue, green and red, multiplied by alpha, and alpha.
  PICTURE_RGBA,
} PicturePixelForm;

/// Which part of an image is shown, and at what size. The part is at least as large as that size, in both directions.
typedef struct {
  int source_width, source_height;
  double x, y, width, height;
  int target_width, target_height;
} PictureScaling;

/// A scaler that makes an image smaller while its rows arrive, so that the image need not be in memory as a whole.
///
/// It isn't a library's, because it has to work with a few rows at a time, as decoders produce them, and to take every
/// pixel into account.
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
  /// 255 stands for full ink.
  PICTURE_CMYK,
  /// 0 stands for full ink, as Adobe's programs write it.
  PICTURE_CMYK_INVERTED,
} PictureColours;

/// How to decode a JPEG, and the outcome.
typedef struct {
  /// The part that is shown, in pixels of the whole image. Decoding fails if the data has another size.
  PictureScaling scaling;
  /// The scale at which the image is decoded, from 1 to 8 eighths.
  int eighths;
  /// The most memory that the whole image may take, in bytes.
  gsize budget;
  /// The time after which decoding gives up, as picture_processor_time() counts it.
  gint64 deadline;
  /// Room for the picture's pixels.
  guint8 *target;

  /// The outcome: the order of the colours, and whether the deadline has passed.
  PictureColours colours;
  gboolean is_late;
  /// The reason for a failure.
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
  /// The time after which decoding gives up, as picture_processor_time() counts it.
  gint64 deadline;

  /// The outcome: rows without gaps of red, green, blue and, if there is any, alpha, which the colours aren't multiplied
  /// by. To be freed with g_free(), even after a failure.
  guint8 *pixels;
  gboolean has_alpha, is_late;
  /// The reason for a failure.
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
  /// The time after which decoding gives up, as picture_processor_time() counts it.
  gint64 deadline;
  /// Room for the picture's pixels, which are multiplied by alpha.
  guint8 *target;

  /// The outcome: whether the deadline has passed, and whether the compression or the colours aren't supported.
  gboolean is_late, is_unsupported;
  /// The reason for a failure.
  char message[200];
} PictureTIFF;

/// Decodes the first image of a TIFF strip by strip, without turning it. Returns false if anything is missing.
gboolean picture_decode_tiff(const guint8 *bytes, gsize count, PictureTIFF *tiff);

/// How to decode an AVIF or a HEIC, and the outcome.
typedef struct {
  /// The part that is shown, in pixels of the whole image once it is turned. Decoding fails if the data has another size.
  PictureScaling scaling;
  /// Whether pixels may be transparent.
  gboolean has_alpha;
  /// The time after which a picture counts as late, as picture_processor_time() counts it. libheif can't be stopped before.
  gint64 deadline;
  /// Room for the picture's pixels, which are multiplied by alpha.
  guint8 *target;

  /// The outcome: whether the deadline has passed, and whether the coding isn't supported.
  gboolean is_late, is_unsupported;
  /// The reason for a failure.
  char message[200];
} PictureHEIF;

/// Decodes the primary image of an AVIF or a HEIC, cropped, turned and mirrored as it says. Returns false if anything is
/// missing.
gboolean picture_decode_heif(const guint8 *bytes, gsize count, PictureHEIF *heif);

/// The size of the largest profile that is used, in bytes. Printers' profiles have a few megabytes.
enum { PICTURE_MAXIMUM_PROFILE = 8 << 20 };

/// Converts pixels in place to blue, green, red and alpha in sRGB. Without a profile, or with one that can't be used, RGB
/// is taken for sRGB, and CMYK is converted by simple arithmetic.
void picture_colours_to_srgb(
    guint8 *pixels, gsize count, PictureColours colours, gboolean is_opaque, const guint8 *profile,
    gsize profile_length);

/// Packs pixels of blue, green, red and alpha to red, green and blue, three bytes a pixel. The target may be the pixels
/// themselves.
void picture_pack_rgb(const guint8 *pixels, gsize count, guint8 *target);

/// Turns and mirrors pixels according to an EXIF orientation from 1 to 8. The target has room for all of them.
void picture_turn(const guint32 *source, int width, int height, int orientation, guint32 *target);

/// Puts pixels of blue, green, red, which are multiplied by alpha, and alpha on white, and makes them opaque.
void picture_put_on_white(guint8 *pixels, gsize count);

/// Draws pixels whose colours have numbers: blue, green, red and alpha for each. A colour of zeros leaves the pixel below.
void picture_draw_numbers(guint32 *row, const guint8 *numbers, const guint32 *colours, gsize count);

/// Draws pixels of red, green, blue and, if there are four channels, alpha, which the colours aren't multiplied by.
/// \param blends Whether the pixels below are seen through transparent ones. Otherwise they are replaced.
void picture_draw_colours(guint32 *row, const guint8 *source, int channels, gboolean blends, gsize count);

/// How to encode a picture, and the outcome.
typedef struct {
  /// The pixels, row by row without gaps: blue, green, red and a byte that doesn't count.
  const guint8 *pixels;
  int width, height;
  /// From 1 to 100.
  int quality;
  /// The time after which encoding gives up, as picture_processor_time() counts it.
  gint64 deadline;
  /// Room for the encoded bytes.
  guint8 *target;
  gsize capacity;

  /// The outcome: the number of encoded bytes, and whether the deadline has passed.
  gsize count;
  gboolean is_late;
  /// The reason for a failure.
  char message[200];
} PictureEncoding;

/// Encodes pixels of sRGB as a baseline JPEG, with nothing in it that isn't needed to decode it.
gboolean picture_encode_jpeg(PictureEncoding *encoding);
