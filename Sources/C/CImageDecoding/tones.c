#include <math.h>

#include <lcms2.h>

#include "include/CImageDecoding.h"

// The number of steps of light with precomputed sRGB values: enough for the dark part.
enum { STEPS = 4096 };
// The luminance of the brightest white of PQ, of HLG and of most photos for HDR, and of their white paper (BT.2408), in
// candelas per square metre.
static const double PQ_PEAK = 10000, HLG_PEAK = 1000, PAPER = 203;
// The places of white, red, green and blue in BT.2020, and the luminance of each colour.
static const double WIDE[] = {0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046};
static const double LUMINANCES[] = {0.2627, 0.678, 0.0593};

/// Returns the light of a PQ value (SMPTE ST 2084), compared with white paper's.
static double pq_light(double value) {
  double power = pow(value, 1 / 78.84375);
  return PQ_PEAK / PAPER * pow(MAX(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125);
}

/// Returns the light of the scene for an HLG value (BT.2100), from 0 to 1.
static double hlg_light(double value) {
  return value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/// Returns the light on an SDR screen, from 0 to 1. White paper gets half of it, and what is brighter shares the rest
/// along a parabola, as in Chromium.
static double tone_mapped(double light) {
  double peak = HLG_PEAK / PAPER, middle = 1.65;
  if (light <= 1) return light / 2;
  if (light >= peak) return 1;
  double a = peak - 2 * middle + 1, b = middle - 1, step = (sqrt(b * b + a * (light - 1)) - b) / a;
  return 0.5 + b * step + (1 - middle + 0.5) * step * step;
}

static cmsHPROFILE profile_of(const double *places, PictureTransfer transfer, double gamma) {
  cmsCIExyY white = {places[0], places[1], 1};
  cmsCIExyYTRIPLE primaries = {{places[2], places[3], 1}, {places[4], places[5], 1}, {places[6], places[7], 1}};
  // Mapped tones have sRGB's curve, too.
  cmsToneCurve *curve = transfer == PICTURE_GAMMA
      ? cmsBuildGamma(NULL, gamma)
      : cmsBuildParametricToneCurve(NULL, 4, (double[]){2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045});
  if (!curve) return NULL;
  cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, (cmsToneCurve *[]){curve, curve, curve});
  cmsFreeToneCurve(curve);
  return profile;
}

/// Calculates what red, green and blue are in BT.2020. Returns false if the colour space doesn't exist.
static gboolean widen(const double *places, double wide[3][3]) {
  static const double colours[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  cmsHPROFILE source = profile_of(places, PICTURE_GAMMA, 1), target = profile_of(WIDE, PICTURE_GAMMA, 1);
  cmsHTRANSFORM transform = NULL;
  if (source && target)
    transform = cmsCreateTransform(source, TYPE_RGB_DBL, target, TYPE_RGB_DBL, INTENT_RELATIVE_COLORIMETRIC, 0);
  if (source) cmsCloseProfile(source);
  if (target) cmsCloseProfile(target);
  if (!transform) return FALSE;
  cmsDoTransform(transform, colours, wide, 3);
  cmsDeleteTransform(transform);
  return TRUE;
}

/// Returns the factor for mapping the light of a colour. All three parts get the factor of the brightest part in
/// BT.2020, which keeps the hue.
static double factor(const double light[3], double wide[3][3], gboolean is_hlg) {
  double most = 0, luminance = 0;
  for (int part = 0; part < 3; part++) {
    double sum = light[0] * wide[0][part] + light[1] * wide[1][part] + light[2] * wide[2][part];
    most = MAX(most, sum);
    luminance += sum * LUMINANCES[part];
  }
  if (most <= 0) return 0;
  // An HLG screen shows bright parts of the scene brighter.
  double shown = is_hlg ? most * pow(MAX(luminance, 0), 0.2) * HLG_PEAK / PAPER : most;
  return tone_mapped(shown) / most;
}

void picture_map_tones(guint8 *pixels, gsize count, const double *places, PictureTransfer transfer) {
  double lights[256], wide[3][3];
  guint8 values[STEPS];
  gboolean is_hlg = transfer == PICTURE_HLG;
  if ((transfer != PICTURE_PQ && !is_hlg) || !widen(places, wide)) return;
  for (int value = 0; value < 256; value++) lights[value] = is_hlg ? hlg_light(value / 255.0) : pq_light(value / 255.0);
  for (int step = 0; step < STEPS; step++) {
    double light = (double)step / (STEPS - 1);
    values[step] =
        (guint8)lround(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055));
  }
  for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
    int alpha = pixel[3];
    if (alpha == 0) continue;
    double light[3];
    for (int part = 0; part < 3; part++) light[part] = lights[MIN(255, (pixel[2 - part] * 255 + alpha / 2) / alpha)];
    double mapped = factor(light, wide, is_hlg);
    for (int part = 0; part < 3; part++) {
      int value = values[(int)(MIN(1, light[part] * mapped) * (STEPS - 1) + 0.5)];
      pixel[2 - part] = (guint8)((value * alpha + 127) / 255);
    }
  }
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
  cmsHPROFILE profile = profile_of(places, transfer, gamma);
  if (!profile) return NULL;
  guint8 *bytes = saved(profile, length);
  cmsCloseProfile(profile);
  return bytes;
}
