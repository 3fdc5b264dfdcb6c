#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

#include "include/CImageDecoding.h"

// The number of rows between two time checks.
enum { LOOK_EVERY = 64 };

typedef struct {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr target;
  jmp_buf failed;
  PictureEncoding *encoding;
} Encoder;

static void fail_saying(Encoder *encoder, const char *message) {
  picture_fail(&encoder->encoding->failure, message);
  longjmp(encoder->failed, 1);
}

static void fail(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  fail_saying(info->client_data, text);
}

static void ignore_message(j_common_ptr info, int level) {
  (void)info;
  (void)level;
}

static void begin(j_compress_ptr info) {
  Encoder *encoder = info->client_data;
  info->dest->next_output_byte = encoder->encoding->target;
  info->dest->free_in_buffer = encoder->encoding->capacity;
}

/// Called when the memory is full, which can't happen if the memory has the requested size.
static boolean fail_when_full(j_compress_ptr info) {
  fail_saying(info->client_data, "there is no room for the image");
  return FALSE;
}

static void end(j_compress_ptr info) {
  Encoder *encoder = info->client_data;
  encoder->encoding->count = encoder->encoding->capacity - info->dest->free_in_buffer;
}

static gboolean run(Encoder *encoder) {
  j_compress_ptr info = &encoder->info;
  PictureEncoding *encoding = encoder->encoding;
  info->err = jpeg_std_error(&encoder->errors);
  info->client_data = encoder;
  encoder->errors.error_exit = fail;
  encoder->errors.emit_message = ignore_message;
  if (setjmp(encoder->failed)) return FALSE;

  jpeg_create_compress(info);
  encoder->target.init_destination = begin;
  encoder->target.empty_output_buffer = fail_when_full;
  encoder->target.term_destination = end;
  info->dest = &encoder->target;
  info->image_width = (JDIMENSION)encoding->width;
  info->image_height = (JDIMENSION)encoding->height;
  info->input_components = 4;
  info->in_color_space = JCS_EXT_BGRX;
  // Subsamples colour 2 × 2.
  jpeg_set_defaults(info);
  jpeg_set_quality(info, encoding->quality, TRUE);
  jpeg_start_compress(info, TRUE);
  while (info->next_scanline < info->image_height) {
    if (info->next_scanline % LOOK_EVERY == 0 && picture_processor_time() > encoding->deadline) {
      encoding->failure.is_late = TRUE;
      longjmp(encoder->failed, 1);
    }
    JSAMPROW row = (JSAMPROW)encoding->pixels + (gsize)info->next_scanline * (gsize)encoding->width * 4;
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
  return TRUE;
}

gboolean picture_encode_jpeg(PictureEncoding *encoding) {
  // A separate function, because local variables of the function that calls setjmp are undefined after a jump.
  Encoder encoder;
  memset(&encoder, 0, sizeof encoder);
  encoder.encoding = encoding;
  gboolean is_encoded = run(&encoder);
  jpeg_destroy_compress(&encoder.info);
  return is_encoded;
}
