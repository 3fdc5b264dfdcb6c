// Decoding, scaling and colours of pictures: what has to be C, because libjpeg reports by longjmp and pixels are many.
#pragma once

#include <glib.h>

/// The processor's time that the calling thread has had, in nanoseconds. Decoding looks at it between its steps, and gives
/// up behind a deadline: a library that is running cannot be stopped otherwise.
gint64 gtkkit_processor_time(void);

/// How the pixels that a scaler is given lie in memory. What it makes is always four bytes a pixel.
typedef enum {
  /// Blue, green, red and an alpha of 255, or cyan, magenta, yellow and black: four values that stay as they are.
  GTKKIT_FOUR_VALUES,
  /// Red, green, blue; becomes blue, green, red, 255.
  GTKKIT_RGB,
  /// Red, green, blue, alpha; becomes blue, green, red multiplied with alpha, and alpha.
  GTKKIT_RGBA,
} GtkKitPixelForm;

/// What part of a picture is shown at what size. The part is at least as large as the size, in both directions.
typedef struct {
  int source_width, source_height;
  double x, y, width, height;
  int target_width, target_height;
} GtkKitScaling;

/// Scales a picture down while its rows come in, so that the whole of it need not be in memory.
typedef struct GtkKitScaler GtkKitScaler;

/// Returns null where there is no memory. The target has room for the target's width and height, four bytes a pixel.
GtkKitScaler *gtkkit_scaler_new(const GtkKitScaling *scaling, GtkKitPixelForm form, guint8 *target);
/// Takes the next row of the source, from the top.
void gtkkit_scaler_push(GtkKitScaler *scaler, const guint8 *row);
void gtkkit_scaler_free(GtkKitScaler *scaler);

/// How colours lie in a scaled picture, four bytes a pixel.
typedef enum {
  GTKKIT_BGRA,
  /// 255 is the most of a colour.
  GTKKIT_CMYK,
  /// 0 is the most of a colour: as Adobe's programs write it.
  GTKKIT_CMYK_INVERTED,
} GtkKitColours;

/// A JPEG that is to be decoded, and what came of it.
typedef struct {
  /// Asked for: the part in pixels of the whole picture, whose size is refused if it is another than was said before.
  GtkKitScaling scaling;
  /// Asked for: decode at so many eighths of the size, 1 to 8; the most that the whole picture may take in memory.
  int eighths;
  gsize budget;
  /// Asked for: the processor's time at which it is given up.
  gint64 deadline;
  /// Asked for: room for the target's pixels.
  guint8 *target;

  /// Came of it.
  GtkKitColours colours;
  gboolean is_late;
  /// Why it failed.
  char message[200];
} GtkKitJPEG;

/// Returns false where the bytes do not decode wholly; a part of a picture is never taken for it.
gboolean gtkkit_jpeg_decode(const guint8 *bytes, gsize count, GtkKitJPEG *jpeg);

/// A still WebP, or one frame's data of an animated one, and what came of it.
typedef struct {
  /// Asked for: the size, refused if it is another than was said before; the size it is decoded at, which is no larger;
  /// the processor's time at which it is given up.
  int width, height, decoded_width, decoded_height;
  gint64 deadline;

  /// Came of it: red, green, blue and, where there is alpha, alpha that they are not multiplied with, row by row without a
  /// gap; to be freed with g_free() whether it failed or not.
  guint8 *pixels;
  gboolean has_alpha, is_late;
  /// Why it failed.
  char message[200];
} GtkKitWebP;

/// Returns false where the bytes do not decode wholly.
gboolean gtkkit_webp_decode(const guint8 *bytes, gsize count, GtkKitWebP *webp);

/// A TIFF that is to be decoded, and what came of it.
typedef struct {
  /// Asked for: the part in pixels of the whole picture, whose size is refused if it is another than was said before.
  GtkKitScaling scaling;
  /// Asked for: the most that unpacking may take in memory, and the processor's time at which it is given up.
  gsize budget;
  gint64 deadline;
  /// Asked for: room for the target's pixels, which are multiplied with alpha.
  guint8 *target;

  /// Came of it. Not supported are compressions and colours that nothing here decodes.
  gboolean is_late, is_unsupported;
  /// Why it failed.
  char message[200];
} GtkKitTIFF;

/// Decodes the first picture strip by strip, not turned. Returns false where the bytes do not decode wholly.
gboolean gtkkit_tiff_decode(const guint8 *bytes, gsize count, GtkKitTIFF *tiff);

// Profiles of printers are some megabytes; what is larger is not one.
enum { GTKKIT_MAXIMUM_PROFILE = 8 << 20 };

/// Converts pixels to blue, green, red and alpha in sRGB, in place. Without a profile, or with one that cannot be used,
/// colours are taken for sRGB, and CMYK is mixed by the usual arithmetic.
void gtkkit_colours_to_srgb(
    guint8 *pixels, gsize count, GtkKitColours colours, gboolean is_opaque, const guint8 *profile, gsize profile_length);

/// Leaves red, green and blue of each pixel, three bytes, in place.
void gtkkit_pack_rgb(guint8 *pixels, gsize count);

/// Turns pixels as an EXIF orientation from 1 to 8 says; the target has room for as many as the source has.
void gtkkit_turn(const guint32 *source, int width, int height, int orientation, guint32 *target);
