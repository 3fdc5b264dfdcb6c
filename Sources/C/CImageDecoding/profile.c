#include <lcms2.h>

#include "include/CImageDecoding.h"

static cmsToneCurve *curve_of(PictureTransfer transfer, double gamma) {
  if (transfer == PICTURE_GAMMA) return cmsBuildGamma(NULL, gamma);
  // Mapped tones have sRGB's curve, too.
  return cmsBuildParametricToneCurve(NULL, 4, (double[]){2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045});
}

static guint8 *saved(cmsHPROFILE profile, gsize *length) {
  cmsUInt32Number count = 0;
  if (!cmsSaveProfileToMem(profile, NULL, &count)) return NULL;
  guint8 *bytes = g_try_malloc(count);
  if (bytes && !cmsSaveProfileToMem(profile, bytes, &count)) {
    g_free(bytes);
    return NULL;
  }
  *length = count;
  return bytes;
}

guint8 *picture_profile_new(const double *places, PictureTransfer transfer, double gamma, gsize *length) {
  cmsCIExyY white = {places[0], places[1], 1};
  cmsCIExyYTRIPLE primaries = {{places[2], places[3], 1}, {places[4], places[5], 1}, {places[6], places[7], 1}};
  cmsToneCurve *curve = curve_of(transfer, gamma);
  if (!curve) return NULL;
  cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, (cmsToneCurve *[]){curve, curve, curve});
  cmsFreeToneCurve(curve);
  if (!profile) return NULL;
  guint8 *bytes = saved(profile, length);
  cmsCloseProfile(profile);
  return bytes;
}
