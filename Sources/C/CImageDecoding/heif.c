#include <libheif/heif.h>

#include "include/CImageDecoding.h"

typedef struct {
  PictureHEIF *heif;
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_decoding_options *options;
  struct heif_image *image;
  PictureScaler *scaler;
  guint8 *row;
} Decoding;

/// Whether a step has failed. Records the reason.
static gboolean has_failed(Decoding *decoding, struct heif_error error) {
  if (error.code == heif_error_Ok) return FALSE;
  decoding->heif->failure.is_unsupported =
      error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature;
  picture_fail(&decoding->heif->failure, error.message);
  return TRUE;
}

static gboolean open(Decoding *decoding, const guint8 *bytes, gsize count) {
  PictureHEIF *heif = decoding->heif;
  decoding->context = heif_context_alloc();
  decoding->options = heif_decoding_options_alloc();
  if (!decoding->context || !decoding->options) return picture_fail(&decoding->heif->failure, "out of memory");
  // Decodes tiles on this thread, whose time is limited.
  heif_context_set_max_decoding_threads(decoding->context, 0);
  if (has_failed(decoding, heif_context_read_from_memory_without_copy(decoding->context, bytes, count, NULL)))
    return FALSE;
  if (has_failed(decoding, heif_context_get_primary_image_handle(decoding->context, &decoding->handle))) return FALSE;
  // The size after cropping, turning and mirroring, like the pixels' size.
  if (heif_image_handle_get_width(decoding->handle) != heif->scaling.source_width ||
      heif_image_handle_get_height(decoding->handle) != heif->scaling.source_height)
    return picture_fail(&decoding->heif->failure, "there are two sizes");
  return TRUE;
}

/// Hands the rows to the scaler.
static gboolean scale(Decoding *decoding) {
  PictureHEIF *heif = decoding->heif;
  int width = heif->scaling.source_width, height = heif->scaling.source_height, stride = 0;
  const guint8 *pixels = heif_image_get_plane_readonly(decoding->image, heif_channel_interleaved, &stride);
  if (!pixels || heif_image_get_width(decoding->image, heif_channel_interleaved) != width ||
      heif_image_get_height(decoding->image, heif_channel_interleaved) != height)
    return picture_fail(&decoding->heif->failure, "there are two sizes");
  gboolean is_multiplied = heif->has_alpha && heif_image_handle_is_premultiplied_alpha(decoding->handle);
  PicturePixelForm form = is_multiplied ? PICTURE_FOUR_VALUES : heif->has_alpha ? PICTURE_RGBA : PICTURE_RGB;
  decoding->scaler = picture_scaler_new(&heif->scaling, form, heif->target);
  decoding->row = g_try_malloc((gsize)width * 4);
  if (!decoding->scaler || !decoding->row) return picture_fail(&decoding->heif->failure, "out of memory");
  for (int number = 0; number < height; number++) {
    const guint8 *row = pixels + (gsize)number * (gsize)stride;
    if (is_multiplied) {
      for (int value = 0; value < width * 4; value += 4) {
        decoding->row[value] = row[value + 2];
        decoding->row[value + 1] = row[value + 1];
        decoding->row[value + 2] = row[value];
        decoding->row[value + 3] = row[value + 3];
      }
      row = decoding->row;
    }
    picture_scaler_push(decoding->scaler, row);
  }
  return TRUE;
}

/// Returns a value in 8 bits. Video's range is 16 to 235.
static guint8 spread(int value, int bits, gboolean is_video) {
  int scale = 1 << (bits - 8), most = is_video ? 219 * scale : (1 << bits) - 1;
  int above = CLAMP(value - (is_video ? 16 * scale : 0), 0, most);
  return (guint8)((above * 255 + most / 2) / most);
}

/// Returns a value of a plane's row. Values of more than 8 bits have two bytes.
static int value_at(const guint8 *row, int column, int bits) {
  return bits > 8 ? ((const guint16 *)(const void *)row)[column] : row[column];
}

static gboolean has_video_range(const struct heif_image *image) {
  struct heif_color_profile_nclx *nclx = NULL;
  if (heif_image_get_nclx_color_profile(image, &nclx).code != heif_error_Ok || !nclx) return FALSE;
  gboolean is_video = !nclx->full_range_flag;
  heif_nclx_color_profile_free(nclx);
  return is_video;
}

// The numbers of matrices in ITU-T H.273. The last two are reversible and need additional bits.
enum { NO_MATRIX = -1, IDENTITY = 0, YCGCO = 8, YCGCO_RE = 16, YCGCO_RO = 17 };

/// The planes of an identity matrix in libheif, and alpha.
static const enum heif_channel channels[] = {heif_channel_R, heif_channel_G, heif_channel_B, heif_channel_Alpha};

/// Converts orange, luma and green, which libheif mistakes for red, green and blue, into red, green and blue.
static void mix(int values[3], int matrix, int bits) {
  if (matrix == IDENTITY) return;
  int scale = matrix == YCGCO ? 2 : 1, middle = 1 << (bits - 1);
  int orange = (values[0] - middle) * scale, green = (values[2] - middle) * scale, rest = values[1] - (green >> 1);
  values[1] = rest + green;
  values[2] = rest - (orange >> 1);
  values[0] = values[2] + orange;
}

/// Passes the rows of separate planes to the scaler: a grey picture's, because libheif ignores its range when
/// converting grey to RGB, and those with a matrix that libheif gets wrong.
static gboolean scale_planes(Decoding *decoding) {
  PictureHEIF *heif = decoding->heif;
  const struct heif_image *image = decoding->image;
  int width = heif->scaling.source_width, height = heif->scaling.source_height;
  const guint8 *planes[4] = {NULL};
  int strides[4] = {0}, bits[4] = {8, 8, 8, 8};
  for (int index = heif->is_grey ? 2 : 0; index < (heif->has_alpha ? 4 : 3); index++) {
    enum heif_channel channel = heif->is_grey && index == 2 ? heif_channel_Y : channels[index];
    planes[index] = heif_image_get_plane_readonly(image, channel, &strides[index]);
    if (!planes[index] && index == 3) continue;
    if (!planes[index] || heif_image_get_width(image, channel) != width ||
        heif_image_get_height(image, channel) != height)
      return picture_fail(&heif->failure, "there are two sizes");
    bits[index] = heif_image_get_bits_per_pixel_range(image, channel);
    if (bits[index] < 8 || bits[index] > 16) return picture_fail(&heif->failure, "the colours are invalid");
  }
  int depth = bits[2] - (heif->matrix == YCGCO_RE ? 2 : heif->matrix == YCGCO_RO ? 1 : 0);
  if (depth < 8 || (!heif->is_grey && (bits[0] != bits[2] || bits[1] != bits[2])))
    return picture_fail(&heif->failure, "the colours are invalid");
  gboolean is_video = heif->is_grey ? has_video_range(image) : heif->has_video_range;
  gboolean is_multiplied = heif_image_handle_is_premultiplied_alpha(decoding->handle);
  decoding->scaler =
      picture_scaler_new(&heif->scaling, is_multiplied ? PICTURE_FOUR_VALUES : PICTURE_RGBA, heif->target);
  decoding->row = g_try_malloc((gsize)width * 4);
  if (!decoding->scaler || !decoding->row) return picture_fail(&heif->failure, "out of memory");
  for (int number = 0; number < height; number++) {
    for (int column = 0; column < width; column++) {
      guint8 *pixel = decoding->row + column * 4;
      int values[3];
      if (heif->is_grey) {
        pixel[0] = pixel[1] = pixel[2] = spread(value_at(planes[2], column, bits[2]), depth, is_video);
      } else {
        for (int index = 0; index < 3; index++) values[index] = value_at(planes[index], column, bits[index]);
        mix(values, heif->matrix, bits[2]);
        // Multiplied colours begin with blue.
        for (int index = 0; index < 3; index++)
          pixel[is_multiplied ? 2 - index : index] = spread(values[index], depth, is_video);
      }
      pixel[3] = planes[3] ? spread(value_at(planes[3], column, bits[3]), bits[3], FALSE) : 255;
    }
    picture_scaler_push(decoding->scaler, decoding->row);
    for (int index = 0; index < 4; index++) planes[index] = planes[index] ? planes[index] + strides[index] : NULL;
  }
  return TRUE;
}

static gboolean run(Decoding *decoding, const guint8 *bytes, gsize count) {
  PictureHEIF *heif = decoding->heif;
  if (!open(decoding, bytes, count)) return FALSE;
  gboolean has_matrix = heif->matrix != NO_MATRIX;
  decoding->options->convert_hdr_to_8bit = !has_matrix;
  decoding->options->strict_decoding = 1;
  enum heif_colorspace space = heif->is_grey ? heif_colorspace_monochrome : heif_colorspace_RGB;
  enum heif_chroma chroma = heif->is_grey     ? heif_chroma_monochrome
                            : has_matrix      ? heif_chroma_444
                            : heif->has_alpha ? heif_chroma_interleaved_RGBA
                                              : heif_chroma_interleaved_RGB;
  gboolean has_no_pixels = has_failed(
      decoding, heif_decode_image(decoding->handle, &decoding->image, space, chroma, decoding->options));
  heif->failure.is_late = picture_processor_time() > heif->deadline;
  if (heif->failure.is_late) return FALSE;
  return !has_no_pixels && (heif->is_grey || has_matrix ? scale_planes(decoding) : scale(decoding));
}

gboolean picture_decode_heif(const guint8 *bytes, gsize count, PictureHEIF *heif) {
  Decoding decoding = {.heif = heif};
  gboolean is_whole = run(&decoding, bytes, count);
  picture_scaler_free(decoding.scaler);
  g_free(decoding.row);
  if (decoding.image) heif_image_release(decoding.image);
  if (decoding.handle) heif_image_handle_release(decoding.handle);
  if (decoding.options) heif_decoding_options_free(decoding.options);
  if (decoding.context) heif_context_free(decoding.context);
  return is_whole;
}
