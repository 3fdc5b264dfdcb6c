#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "include/CPicturesFloor.h"

uint8_t *picturesfloor_photo(
    int width, int height, int noise, int quality, int is_progressive, size_t *count) {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  uint8_t *row = malloc((size_t)width * 3);
  if (!row) return NULL;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &bytes, &size);
  info.image_width = (JDIMENSION)width;
  info.image_height = (JDIMENSION)height;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  if (is_progressive) jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  uint32_t bits = 1;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      bits = bits * 1664525u + 1013904223u;
      int grain = noise > 0 ? (int)((bits >> 16) % (unsigned)(2 * noise + 1)) - noise : 0;
      int values[] = {x * 255 / width, y * 255 / height, (x + y) * 255 / (width + height)};
      for (int i = 0; i < 3; i++) {
        int value = values[i] + grain;
        row[x * 3 + i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
      }
    }
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  free(row);
  *count = size;
  return bytes;
}

size_t picturesfloor_decode(const uint8_t *bytes, size_t count, int eighths) {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.scale_num = (unsigned)eighths;
  info.scale_denom = 8;
  info.out_color_space = JCS_EXT_BGRA;
  jpeg_start_decompress(&info);
  size_t stride = (size_t)info.output_width * 4;
  size_t pixels = (size_t)info.output_width * info.output_height;
  uint8_t *target = malloc(stride * info.output_height);
  if (!target) return 0;
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = target + stride * info.output_scanline;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  free(target);
  return pixels;
}
