#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

#include "include/CImageDecoding.h"

// The number of rows or steps between two time checks.
enum { LOOK_EVERY = 16 };

typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf failed;
  PictureJPEG *jpeg;
  PictureScaler *scaler;
  guint8 *row;
  /// The number of times that libjpeg has reported progress.
  unsigned int steps;
} Decoding;

static void fail_saying(Decoding *decoding, const char *message) {
  picture_fail(&decoding->jpeg->failure, message);
  longjmp(decoding->failed, 1);
}

static void fail(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  fail_saying(info->client_data, text);
}

/// Fails on a warning, because libjpeg only warns about missing parts and fills them with grey. Ignores warnings that
/// don't affect the picture.
static void warn(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_TOO_MUCH_DATA: return;
    default: fail(info);
  }
}

static void say_nothing(j_common_ptr info) { (void)info; }

static void look_at_time(j_common_ptr info) {
  Decoding *decoding = info->client_data;
  if (decoding->steps++ % LOOK_EVERY != 0 || picture_processor_time() <= decoding->jpeg->deadline) return;
  decoding->jpeg->failure.is_late = TRUE;
  longjmp(decoding->failed, 1);
}

/// Whether the scans contain all components, and all bits of the coefficients that they send. A progressive image needn't
/// send all coefficients, apart from each component's first. libjpeg treats missing parts as 0 without a warning.
static gboolean has_all_scans(j_decompress_ptr info) {
  for (int component = 0; component < info->num_components; component++) {
    // A component's first scan sets its table.
    if (!info->comp_info[component].quant_table) return FALSE;
    if (!info->progressive_mode || !info->coef_bits) continue;
    const int *missing_bits = info->coef_bits[component];
    if (missing_bits[0] != 0) return FALSE;
    for (int coefficient = 1; coefficient < DCTSIZE2; coefficient++) {
      // -1 stands for a coefficient that isn't sent.
      if (missing_bits[coefficient] > 0) return FALSE;
    }
  }
  return TRUE;
}

static gboolean run(Decoding *decoding, const guint8 *bytes, gsize count) {
  j_decompress_ptr info = &decoding->info;
  PictureJPEG *jpeg = decoding->jpeg;
  info->err = jpeg_std_error(&decoding->errors);
  info->client_data = decoding;
  decoding->errors.error_exit = fail;
  decoding->errors.emit_message = warn;
  decoding->errors.output_message = say_nothing;
  if (setjmp(decoding->failed)) return FALSE;

  jpeg_create_decompress(info);
  decoding->progress.progress_monitor = look_at_time;
  info->progress = &decoding->progress;
  info->mem->max_memory_to_use = (long)jpeg->budget;
  jpeg_mem_src(info, bytes, count);
  jpeg_read_header(info, TRUE);
  PictureScaling scaling = jpeg->scaling;
  if ((int)info->image_width != scaling.source_width || (int)info->image_height != scaling.source_height)
    fail_saying(decoding, "there are two sizes");

  gboolean is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  info->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
  // All programs store inverted inks, and some remove Adobe's marker for them.
  jpeg->colours = is_cmyk ? PICTURE_CMYK : info->jpeg_color_space == JCS_GRAYSCALE ? PICTURE_GREY : PICTURE_BGRA;
  info->scale_num = (unsigned int)jpeg->eighths;
  info->scale_denom = 8;
  jpeg_start_decompress(info);
  // All scans of a multi-scan image have been read at this point.
  if (!has_all_scans(info)) fail_saying(decoding, "scans are missing");

  double across = (double)info->output_width / scaling.source_width;
  double down = (double)info->output_height / scaling.source_height;
  scaling.source_width = (int)info->output_width;
  scaling.source_height = (int)info->output_height;
  scaling.x *= across;
  scaling.width *= across;
  scaling.y *= down;
  scaling.height *= down;
  decoding->scaler = picture_scaler_new(&scaling, PICTURE_FOUR_VALUES, jpeg->target);
  decoding->row = g_try_malloc((gsize)info->output_width * 4);
  if (!decoding->scaler || !decoding->row) fail_saying(decoding, "out of memory");
  while (info->output_scanline < info->output_height) {
    if (jpeg_read_scanlines(info, &decoding->row, 1) == 1) picture_scaler_push(decoding->scaler, decoding->row);
  }
  jpeg_finish_decompress(info);
  return TRUE;
}

gboolean picture_decode_jpeg(const guint8 *bytes, gsize count, PictureJPEG *jpeg) {
  // A separate function, because local variables of the function that calls setjmp are undefined after a jump.
  Decoding decoding;
  memset(&decoding, 0, sizeof decoding);
  decoding.jpeg = jpeg;
  gboolean is_whole = run(&decoding, bytes, count);
  jpeg_destroy_decompress(&decoding.info);
  picture_scaler_free(decoding.scaler);
  g_free(decoding.row);
  return is_whole;
}
