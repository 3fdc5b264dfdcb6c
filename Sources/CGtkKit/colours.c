#include <lcms2.h>
#include <stdlib.h>

#include "include/pictures.h"

// Profiles of printers are some megabytes; what is larger is not one.
enum { MAXIMUM_PROFILE = 8 << 20 };

/// The transform from a profile, or null where it cannot be used for such pixels.
static cmsHTRANSFORM transform_from(cmsHPROFILE profile, GtkKitColours colours) {
  cmsUInt32Number form;
  switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData:
      if (colours != GTKKIT_BGRA) return NULL;
      form = TYPE_BGRA_8;
      break;
    case cmsSigGrayData:
      if (colours != GTKKIT_BGRA) return NULL;
      form = COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
      break;
    case cmsSigCmykData:
      if (colours == GTKKIT_BGRA) return NULL;
      form = colours == GTKKIT_CMYK ? TYPE_CMYK_8 : TYPE_CMYK_8_REV;
      break;
    default: return NULL;
  }
  cmsContext context = cmsGetProfileContextID(profile);
  cmsHPROFILE target = cmsCreate_sRGBProfileTHR(context);
  cmsHTRANSFORM transform = cmsCreateTransformTHR(
      context, profile, form, target, TYPE_BGRA_8, INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_BLACKPOINTCOMPENSATION);
  cmsCloseProfile(target);
  return transform;
}

/// Whether colours come out as they went in: then the profile says sRGB, by whatever name.
static gboolean changes_nothing(cmsHTRANSFORM transform, gboolean is_grey) {
  const int steps = 6;
  for (int number = 0; number < steps * steps * steps; number++) {
    int blue = number % steps, green = number / steps % steps, red = number / steps / steps;
    if (is_grey && (blue != green || green != red)) continue;
    guint8 from[4] = {(guint8)(blue * 51), (guint8)(green * 51), (guint8)(red * 51), 255};
    guint8 to[4] = {0, 0, 0, 255};
    cmsDoTransform(transform, from, to, 1);
    for (int value = 0; value < 3; value++)
      if (abs(from[value] - to[value]) > 1) return FALSE;
  }
  return TRUE;
}

static void divide_by_alpha(guint8 *pixels, gsize count) {
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
    int alpha = pixel[3];
    if (alpha == 0 || alpha == 255) continue;
    for (int value = 0; value < 3; value++) pixel[value] = (guint8)MIN(255, (pixel[value] * 255 + alpha / 2) / alpha);
  }
}

static void multiply_with_alpha(guint8 *pixels, gsize count) {
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
    int alpha = pixel[3];
    if (alpha == 255) continue;
    for (int value = 0; value < 3; value++) pixel[value] = (guint8)((pixel[value] * alpha + 127) / 255);
  }
}

static gboolean convert(
    guint8 *pixels, gsize count, GtkKitColours colours, gboolean is_opaque, const guint8 *bytes, gsize length) {
  if (!bytes || length == 0 || length > MAXIMUM_PROFILE) return FALSE;
  cmsContext context = cmsCreateContext(NULL, NULL);
  if (!context) return FALSE;
  cmsHPROFILE profile = cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)length);
  cmsHTRANSFORM transform = profile ? transform_from(profile, colours) : NULL;
  if (transform) {
    gboolean is_grey = cmsGetColorSpace(profile) == cmsSigGrayData;
    if (colours != GTKKIT_BGRA || !changes_nothing(transform, is_grey)) {
      if (!is_opaque) divide_by_alpha(pixels, count);
      // Alpha is not written, and so stays.
      cmsDoTransform(transform, pixels, pixels, (cmsUInt32Number)count);
      if (!is_opaque) multiply_with_alpha(pixels, count);
    }
    cmsDeleteTransform(transform);
  }
  if (profile) cmsCloseProfile(profile);
  cmsDeleteContext(context);
  return transform != NULL;
}

/// Each colour as much as its ink and black leave of it.
static void mix(guint8 *pixels, gsize count, gboolean is_inverted) {
  int flip = is_inverted ? 0 : 255;
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
    int cyan = pixel[0] ^ flip, magenta = pixel[1] ^ flip, yellow = pixel[2] ^ flip, black = pixel[3] ^ flip;
    pixel[0] = (guint8)((yellow * black + 127) / 255);
    pixel[1] = (guint8)((magenta * black + 127) / 255);
    pixel[2] = (guint8)((cyan * black + 127) / 255);
  }
}

void gtkkit_colours_to_srgb(
    guint8 *pixels, gsize count, GtkKitColours colours, gboolean is_opaque, const guint8 *profile, gsize length) {
  gboolean is_converted = convert(pixels, count, colours, is_opaque, profile, length);
  if (colours == GTKKIT_BGRA) return;
  if (!is_converted) mix(pixels, count, colours == GTKKIT_CMYK_INVERTED);
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) pixel[3] = 255;
}
