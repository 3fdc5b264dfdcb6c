#include <stdio.h>
#include <string.h>

#include <tiffio.h>

#include "include/CImageDecoding.h"

/// The encoded bytes, which libtiff reads like a file.
typedef struct {
  const guint8 *bytes;
  gsize count, position;
  PictureTIFF *tiff;
} Source;

static tmsize_t read_bytes(thandle_t handle, void *to, tmsize_t count) {
  Source *source = handle;
  if (count < 0 || source->position >= source->count) return 0;
  gsize size = MIN((gsize)count, source->count - source->position);
  memcpy(to, source->bytes + source->position, size);
  source->position += size;
  return (tmsize_t)size;
}

static tmsize_t write_bytes(thandle_t handle, void *from, tmsize_t count) {
  (void)handle;
  (void)from;
  (void)count;
  return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
  Source *source = handle;
  if (whence == SEEK_CUR) offset += source->position;
  if (whence == SEEK_END) offset += source->count;
  source->position = (gsize)offset;
  return offset;
}

static int end(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((Source *)handle)->count; }

/// Lends the bytes to libtiff, which only reads them.
static int lend(thandle_t handle, void **base, toff_t *size) {
  Source *source = handle;
  *base = (void *)source->bytes;
  *size = source->count;
  return 1;
}

static void take_back(thandle_t handle, void *base, toff_t size) {
  (void)handle;
  (void)base;
  (void)size;
}

static int keep_message(TIFF *file, void *handle, const char *module, const char *format, va_list values) {
  (void)file;
  (void)module;
  PictureTIFF *tiff = handle;
  if (!tiff->message[0]) vsnprintf(tiff->message, sizeof tiff->message, format, values);
  return 1;
}

static int ignore_message(TIFF *file, void *handle, const char *module, const char *format, va_list values) {
  (void)file;
  (void)handle;
  (void)module;
  (void)format;
  (void)values;
  return 1;
}

static gboolean fail_saying(PictureTIFF *tiff, const char *message) {
  if (!tiff->message[0]) g_strlcpy(tiff->message, message, sizeof tiff->message);
  return FALSE;
}

/// Whether cameras, scanners and programs use the compression. The header doesn't say how much memory and time others
/// need.
static gboolean is_usual(TIFF *file) {
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  switch (compression) {
    case COMPRESSION_NONE:
    case COMPRESSION_CCITTRLE:
    case COMPRESSION_CCITTFAX3:
    case COMPRESSION_CCITTFAX4:
    case COMPRESSION_LZW:
    case COMPRESSION_JPEG:
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
    case COMPRESSION_PACKBITS: return TRUE;
    default: return FALSE;
  }
}

/// Returns the number of rows that are unpacked at a time.
static uint32_t rows_at_a_time(TIFF *file, uint32_t height) {
  uint32_t rows = 0;
  if (TIFFIsTiled(file)) {
    TIFFGetField(file, TIFFTAG_TILELENGTH, &rows);
  } else {
    TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &rows);
  }
  return CLAMP(rows, 1, height);
}

/// Returns the number of bytes that a strip or a tile takes unpacked.
static guint64 unpacked_size(TIFF *file) {
  uint16_t planes = PLANARCONFIG_CONTIG, samples = 1;
  TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
  guint64 size = TIFFIsTiled(file) ? TIFFTileSize64(file) : TIFFStripSize64(file);
  return planes == PLANARCONFIG_SEPARATE ? size * samples : size;
}

/// Exchanges blue and red.
static void exchange(uint32_t *row, uint32_t width) {
  for (uint32_t *pixel = row; pixel < row + width; pixel++)
    *pixel = (*pixel & 0xFF00FF00) | (*pixel & 0xFF) << 16 | (*pixel >> 16 & 0xFF);
}

static gboolean read_rows(TIFF *file, TIFFRGBAImage *image, PictureTIFF *tiff, uint32_t *raster, PictureScaler *scaler) {
  uint32_t rows = rows_at_a_time(file, image->height);
  for (uint32_t row = 0; row < image->height; row += rows) {
    uint32_t count = MIN(rows, image->height - row);
    image->row_offset = (int)row;
    if (!TIFFRGBAImageGet(image, raster, image->width, count)) return fail_saying(tiff, "the pixels do not decode");
    for (uint32_t line = 0; line < count; line++) {
      exchange(raster + (gsize)line * image->width, image->width);
      picture_scaler_push(scaler, (const guint8 *)(raster + (gsize)line * image->width));
    }
    tiff->is_late = picture_processor_time() > tiff->deadline;
    if (tiff->is_late) return fail_saying(tiff, "decoding takes too long");
  }
  return TRUE;
}

static gboolean decode(TIFF *file, PictureTIFF *tiff) {
  char message[1024];
  tiff->is_unsupported = !is_usual(file) || !TIFFRGBAImageOK(file, message);
  if (tiff->is_unsupported) return fail_saying(tiff, "the compression or the colours are not supported");
  TIFFRGBAImage image;
  // The 1 makes it stop at the first error.
  if (!TIFFRGBAImageBegin(&image, file, 1, message)) return fail_saying(tiff, message);
  gboolean is_whole = FALSE;
  PictureScaler *scaler = NULL;
  uint32_t *raster = NULL;
  gsize raster_size = (gsize)rows_at_a_time(file, image.height) * image.width * 4;
  if ((int)image.width != tiff->scaling.source_width || (int)image.height != tiff->scaling.source_height) {
    fail_saying(tiff, "there are two sizes");
  } else if (raster_size + unpacked_size(file) > tiff->budget) {
    fail_saying(tiff, "it takes more memory than the header says");
  } else {
    // Pixels are turned elsewhere.
    image.req_orientation = image.orientation;
    scaler = picture_scaler_new(&tiff->scaling, PICTURE_FOUR_VALUES, tiff->target);
    raster = g_try_malloc0(raster_size);
    is_whole = scaler && raster ? read_rows(file, &image, tiff, raster, scaler) : fail_saying(tiff, "there is no memory");
  }
  picture_scaler_free(scaler);
  g_free(raster);
  TIFFRGBAImageEnd(&image);
  return is_whole;
}

gboolean picture_decode_tiff(const guint8 *bytes, gsize count, PictureTIFF *tiff) {
  Source source = {bytes, count, 0, tiff};
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return fail_saying(tiff, "there is no memory");
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)MIN(tiff->budget, (gsize)G_MAXSSIZE));
  TIFFOpenOptionsSetErrorHandlerExtR(options, keep_message, tiff);
  TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_message, NULL);
  TIFF *file = TIFFClientOpenExt(
      "picture", "r", &source, read_bytes, write_bytes, seek, end, size_of, lend, take_back, options);
  TIFFOpenOptionsFree(options);
  if (!file) return fail_saying(tiff, "there is no picture");
  gboolean is_whole = decode(file, tiff);
  TIFFClose(file);
  return is_whole;
}
