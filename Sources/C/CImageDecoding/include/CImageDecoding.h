// Decodes, scales, converts and encodes pictures. This is C because libjpeg reports errors with longjmp and because
// loops over pixels are fastest here.
#pragma once

#include <glib.h>

/// Returns the processor time that the calling thread has used, in nanoseconds. Decoders check it between steps and
/// give up after a deadline, because a library call can't be interrupted.
gint64 picture_processor_time(void);

/// Why decoding or encoding has failed: the deadline has passed, the coding isn't supported, or the message's reason.
typedef struct {
  gboolean is_late, is_unsupported;
  char message[200];
} PictureFailure;

/// Records the reason for a failure. Returns false.
gboolean picture_fail(PictureFailure *failure, const char *message);

/// The layout of the pixels that a scaler receives. A scaler always writes four bytes per pixel.
typedef enum {
  /// Four values that are kept as they are: blue, green, red and an alpha of 255, or cyan, magenta, yellow and black.
  PICTURE_FOUR_VALUES,
  /// Red, green and blue, converted to blue, green, red and 255.
  PICTURE_RGB,
  /// Red, green, blue and alpha, converted to blue, green and red multiplied by alpha, and alpha.
  PICTURE_RGBA,
} PicturePixelForm;

/// The visible part of an image and its target size. The part is at least as large as the target in both directions.
typedef struct {
  int source_width, source_height;
  double x, y, width, height;
  int target_width, target_height;
} PictureScaling;

/// A scaler that shrinks an image row by row, so the whole image needn't be in memory.
///
/// No library scaler is used, because the scaler must work with the few rows that decoders produce at a time and must
/// weigh every pixel.
typedef struct PictureScaler PictureScaler;

/// Creates a scaler that writes to the target, with room for four bytes per pixel. Returns null if memory is short.
PictureScaler *picture_scaler_new(const PictureScaling *scaling, PicturePixelForm form, guint8 *target);
/// Adds the next row of the source, from the top.
void picture_scaler_push(PictureScaler *scaler, const guint8 *row);
/// Frees a scaler. Does nothing for null.
void picture_scaler_free(PictureScaler *scaler);

/// The order of the colours in a scaled picture, with four bytes per pixel.
typedef enum {
  PICTURE_BGRA,
  /// The same, with equal blue, green and red.
  PICTURE_GREY,
  /// 0 is full ink.
  PICTURE_CMYK,
} PictureColours;

/// How to decode a JPEG, and the outcome.
typedef struct {
  /// The visible part, in pixels of the whole image. Decoding fails if the data has another size.
  PictureScaling scaling;
  /// The scale at which the image is decoded, from 1 to 8 eighths.
  int eighths;
  /// The most memory that the whole image may use, in bytes.
  gsize budget;
  /// The value of picture_processor_time() after which decoding gives up.
  gint64 deadline;
  /// Room for the picture's pixels.
  guint8 *target;

  /// The outcome: the order of the colours.
  PictureColours colours;
  PictureFailure failure;
} PictureJPEG;

/// Decodes a JPEG. Returns false if any part of the image is missing.
gboolean picture_decode_jpeg(const guint8 *bytes, gsize count, PictureJPEG *jpeg);

/// How to decode a still WebP or the data of an animation frame, and the outcome.
typedef struct {
  /// The size of the image. Decoding fails if the data has another size.
  int width, height;
  /// The decoded size, at most the size of the image.
  int decoded_width, decoded_height;
  /// The value of picture_processor_time() after which decoding gives up.
  gint64 deadline;

  /// The outcome: rows of red, green, blue and optionally alpha, without gaps. The colours aren't multiplied by alpha.
  /// Free the pixels with g_free(), even after a failure.
  guint8 *pixels;
  gboolean has_alpha;
  PictureFailure failure;
} PictureWebP;

/// Decodes a WebP. Returns false if anything is missing.
gboolean picture_decode_webp(const guint8 *bytes, gsize count, PictureWebP *webp);

/// How to decode an AVIF or HEIC, and the outcome.
typedef struct {
  /// The visible part, in pixels of the whole upright image. Decoding fails if the data has another size.
  PictureScaling scaling;
  /// Whether pixels may be transparent.
  gboolean has_alpha;
  /// Whether the image is an AVIF that is coded without chroma.
  gboolean is_grey;
  /// The number of the colours' matrix in ITU-T H.273 if libheif gets it wrong, or else -1, and their range. The data
  /// then claims the identity, in full range.
  int matrix;
  gboolean has_video_range;
  /// The value of picture_processor_time() after which a picture is late. libheif can't be interrupted earlier.
  gint64 deadline;
  /// Room for the picture's pixels, which are multiplied by alpha.
  guint8 *target;

  PictureFailure failure;
} PictureHEIF;

/// Decodes the primary image of an AVIF or HEIC, cropped, turned and mirrored as the file specifies. Returns false if
/// any part is missing.
gboolean picture_decode_heif(const guint8 *bytes, gsize count, PictureHEIF *heif);

/// Converts pixels in place to blue, green, red and alpha in sRGB. A profile that is damaged or made for other colours is
/// ignored: RGB and grey are then treated as sRGB, and CMYK is converted by simple arithmetic.
void picture_colours_to_srgb(
    guint8 *pixels, gsize count, PictureColours colours, gboolean is_opaque, const guint8 *profile,
    gsize profile_length);

/// How the light of a colour follows from its value.
typedef enum {
  PICTURE_SRGB,
  /// A power of the value.
  PICTURE_GAMMA,
  /// For HDR screens.
  PICTURE_PQ,
  PICTURE_HLG,
} PictureTransfer;

/// Maps the tones of blue, green and red multiplied by alpha, and alpha, from PQ or HLG to those of ordinary screens, with
/// sRGB's curve. Leaves other pixels as they are.
/// \param places The CIE x and y of white, red, green and blue.
void picture_map_tones(guint8 *pixels, gsize count, const double *places, PictureTransfer transfer);

/// Creates an ICC profile from the CIE x and y of white, red, green and blue. Free the profile with g_free(). That of PQ
/// and HLG is for mapped tones.
/// \param gamma The power, for PICTURE_GAMMA.
/// \return The profile; null if the colour space doesn't exist, or if memory is short.
guint8 *picture_profile_new(const double *places, PictureTransfer transfer, double gamma, gsize *length);

/// Packs pixels of blue, green, red and alpha into three bytes per pixel: red, green and blue. The target may be the
/// source.
void picture_pack_rgb(const guint8 *pixels, gsize count, guint8 *target);

/// Turns and mirrors pixels according to an EXIF orientation from 1 to 8. The target has room for all pixels.
void picture_turn(const guint32 *source, int width, int height, int orientation, guint32 *target);

/// Blends pixels with white and makes them opaque. The colours (blue, green, red) are multiplied by alpha.
void picture_put_on_white(guint8 *pixels, gsize count);

/// Draws pixels from a palette of blue, green, red and alpha. A colour of zeros leaves the pixel below unchanged.
void picture_draw_indices(guint32 *row, const guint8 *indices, const guint32 *colours, gsize count);

/// Draws pixels of red, green, blue and, with four channels, alpha. The colours aren't multiplied by alpha.
/// \param blends Whether the pixels are blended with those below. Otherwise they replace those below.
void picture_draw_colours(guint32 *row, const guint8 *source, int channels, gboolean blends, gsize count);

/// How to encode a picture, and the outcome.
typedef struct {
  /// The pixels, row by row without gaps: blue, green, red and an unused byte.
  const guint8 *pixels;
  int width, height;
  /// From 1 to 100.
  int quality;
  /// The value of picture_processor_time() after which encoding gives up.
  gint64 deadline;
  /// Room for the encoded bytes.
  guint8 *target;
  gsize capacity;

  /// The outcome: the number of encoded bytes.
  gsize count;
  PictureFailure failure;
} PictureEncoding;

/// Encodes sRGB pixels as a baseline JPEG that contains only what decoding needs.
gboolean picture_encode_jpeg(PictureEncoding *encoding);
