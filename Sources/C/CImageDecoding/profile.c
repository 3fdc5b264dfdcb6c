#include <math.h>

#include <lcms2.h>

#include "include/CImageDecoding.h"

// The number of steps of a curve that has no parameters: enough for the dark part of PQ.
enum { STEPS = 4096 };
// The luminance of the brightest white of PQ, of HLG and of most photos for HDR, and of their white paper (BT.2408), in
// candelas per square metre.
static const double PQ_PEAK = 10000, HLG_PEAK = 1000, PAPER = 203;

/// Returns the luminance of a PQ value (SMPTE ST 2084).
static double pq_luminance(double value) {
  double power = pow(value, 1 / 78.84375);
  return PQ_PEAK * pow(MAX(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125);
}

/// Returns the luminance of an HLG value on a screen with HLG's usual peak (BT.2100).
static double hlg_luminance(double value) {
  double light = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return HLG_PEAK * pow(light, 1.2);
}

/// Returns the light of a luminance on a screen for SDR, from 0 to 1. White paper gets half the light, and what is
/// brighter shares the rest along a parabola, as in Chromium.
static double tone_mapped(double luminance) {
  double light = luminance / PAPER, peak = HLG_PEAK / PAPER, middle = 1.65;
  if (light <= 1) return light / 2;
  if (light >= peak) return 1;
  double a = peak - 2 * middle + 1, b = middle - 1, step = (sqrt(b * b + a * (light - 1)) - b) / a;
  return 0.5 + b * step + (1 - middle + 0.5) * step * step;
}

static cmsToneCurve *curve_of(PictureTransfer transfer, double gamma) {
  switch (transfer) {
    case PICTURE_SRGB:
      return cmsBuildParametricToneCurve(NULL, 4, (double[]){2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045});
    case PICTURE_GAMMA: return cmsBuildGamma(NULL, gamma);
    case PICTURE_PQ:
    case PICTURE_HLG: break;
  }
  float values[STEPS];
  for (int step = 0; step < STEPS; step++) {
    double value = (double)step / (STEPS - 1);
    values[step] = (float)tone_mapped(transfer == PICTURE_PQ ? pq_luminance(value) : hlg_luminance(value));
  }
  return cmsBuildTabulatedToneCurveFloat(NULL, STEPS, values);
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
