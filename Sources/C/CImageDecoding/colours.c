#include <math.h>
#include <string.h>

#include <lcms2.h>

#include "include/CImageDecoding.h"

// The tag table of an ICC profile: the offsets of the tag count and the first tag, and the size of an entry.
enum { TAG_COUNT = 128, FIRST_TAG = 132, TAG_SIZE = 12 };

static guint32 number_at(const guint8 *bytes) {
  return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

/// Whether a tag holds multi-process elements.
static gboolean is_process(guint32 tag) {
  switch (tag) {
    case cmsSigDToB0Tag:
    case cmsSigDToB1Tag:
    case cmsSigDToB2Tag:
    case cmsSigDToB3Tag:
    case cmsSigBToD0Tag:
    case cmsSigBToD1Tag:
    case cmsSigBToD2Tag:
    case cmsSigBToD3Tag: return TRUE;
    default: return FALSE;
  }
}

/// Returns a copy of a profile without its multi-process elements, or null if the tag table is missing or memory is
/// short. Free the copy with g_free(). The time Little CMS needs grows with the square of the number of these elements,
/// and each only repeats other tags.
static guint8 *without_processes(const guint8 *bytes, gsize length) {
  guint8 *profile = length < FIRST_TAG ? NULL : g_try_malloc(length);
  if (!profile) return NULL;
  memcpy(profile, bytes, length);
  gsize count = MIN(number_at(profile + TAG_COUNT), (length - FIRST_TAG) / TAG_SIZE);
  for (gsize index = 0; index < count; index++) {
    guint8 *tag = profile + FIRST_TAG + index * TAG_SIZE;
    // A meaningless name, different for each tag.
    if (is_process(number_at(tag))) memcpy(tag, (guint8[]){'x', 'x', (guint8)(index >> 8), (guint8)index}, 4);
  }
  return profile;
}

/// Whether a profile is sRGB: it has sRGB's three colours and curves and no table. The profile's name doesn't matter.
static gboolean is_srgb(cmsHPROFILE profile) {
  static const cmsTagSignature colours[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
  static const cmsTagSignature curves[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
  static const double srgb[3][3] = {{0.4361, 0.2225, 0.0139}, {0.3851, 0.7169, 0.0971}, {0.1431, 0.0606, 0.7141}};
  if (!cmsIsMatrixShaper(profile) || cmsIsTag(profile, cmsSigAToB0Tag) || cmsIsTag(profile, cmsSigAToB1Tag))
    return FALSE;
  for (int number = 0; number < 3; number++) {
    const cmsCIEXYZ *colour = cmsReadTag(profile, colours[number]);
    const cmsToneCurve *curve = cmsReadTag(profile, curves[number]);
    if (!colour || !curve) return FALSE;
    const double *same = srgb[number];
    if (fabs(colour->X - same[0]) + fabs(colour->Y - same[1]) + fabs(colour->Z - same[2]) > 0.003) return FALSE;
    for (int step = 0; step <= 16; step++) {
      double value = step / 16.0, light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
      if (fabs(cmsEvalToneCurveFloat(curve, (float)value) - light) > 0.001) return FALSE;
    }
  }
  return TRUE;
}

/// Whether a profile describes the colours of a device or a colour space. Others describe a conversion or a list of inks.
static gboolean describes_colours(cmsHPROFILE profile) {
  switch (cmsGetDeviceClass(profile)) {
    case cmsSigInputClass:
    case cmsSigDisplayClass:
    case cmsSigOutputClass:
    case cmsSigColorSpaceClass: return TRUE;
    default: return FALSE;
  }
}

/// Creates the transform from a profile to sRGB. Returns null if the profile doesn't match the pixels' colour space. Grey
/// pixels may have an RGB profile, but not the reverse, as in browsers.
static cmsHTRANSFORM transform_from(cmsHPROFILE profile, PictureColours colours) {
  cmsUInt32Number form;
  if (!describes_colours(profile)) return NULL;
  switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData:
      if (colours == PICTURE_CMYK) return NULL;
      form = TYPE_BGRA_8;
      break;
    case cmsSigGrayData:
      if (colours != PICTURE_GREY) return NULL;
      form = COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
      break;
    case cmsSigCmykData:
      if (colours != PICTURE_CMYK) return NULL;
      form = TYPE_CMYK_8_REV;
      break;
    default: return NULL;
  }
  cmsContext context = cmsGetProfileContextID(profile);
  cmsHPROFILE target = cmsCreate_sRGBProfileTHR(context);
  // The black of printed ink is lighter than a screen's.
  cmsUInt32Number flags = colours == PICTURE_CMYK ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0;
  cmsHTRANSFORM transform =
      cmsCreateTransformTHR(context, profile, form, target, TYPE_BGRA_8, INTENT_RELATIVE_COLORIMETRIC, flags);
  cmsCloseProfile(target);
  return transform;
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
    guint8 *pixels, gsize count, PictureColours colours, gboolean is_opaque, const guint8 *bytes, gsize length) {
  if (!bytes || length == 0) return FALSE;
  guint8 *usual = without_processes(bytes, length);
  cmsContext context = usual ? cmsCreateContext(NULL, NULL) : NULL;
  if (!context) {
    g_free(usual);
    return FALSE;
  }
  // Little CMS copies the profile.
  cmsHPROFILE profile = cmsOpenProfileFromMemTHR(context, usual, (cmsUInt32Number)length);
  g_free(usual);
  gboolean stays = profile && colours != PICTURE_CMYK && is_srgb(profile);
  cmsHTRANSFORM transform = profile && !stays ? transform_from(profile, colours) : NULL;
  if (transform) {
    if (!is_opaque) divide_by_alpha(pixels, count);
    // The transform doesn't write alpha.
    cmsDoTransform(transform, pixels, pixels, (cmsUInt32Number)count);
    if (!is_opaque) multiply_with_alpha(pixels, count);
    cmsDeleteTransform(transform);
  }
  if (profile) cmsCloseProfile(profile);
  cmsDeleteContext(context);
  return transform != NULL;
}

/// Converts CMYK to RGB by simple arithmetic: multiplies each ink's remaining light by black's.
static void mix(guint8 *pixels, gsize count) {
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
    int cyan = pixel[0], magenta = pixel[1], yellow = pixel[2], black = pixel[3];
    pixel[0] = (guint8)((yellow * black + 127) / 255);
    pixel[1] = (guint8)((magenta * black + 127) / 255);
    pixel[2] = (guint8)((cyan * black + 127) / 255);
  }
}

void picture_colours_to_srgb(
    guint8 *pixels, gsize count, PictureColours colours, gboolean is_opaque, const guint8 *profile, gsize length) {
  gboolean is_converted = convert(pixels, count, colours, is_opaque, profile, length);
  if (colours != PICTURE_CMYK) return;
  if (!is_converted) mix(pixels, count);
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) pixel[3] = 255;
}
