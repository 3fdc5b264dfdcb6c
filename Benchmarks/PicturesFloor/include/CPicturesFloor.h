// What the benchmarks of pictures need in C: libjpeg alone.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Makes a JPEG of colour gradients with noise, to be freed with free(). Returns null without memory.
uint8_t *picturesfloor_photo(
    int width, int height, int noise, int quality, int is_progressive, size_t *count);

/// Decodes a JPEG with libjpeg-turbo alone, at some eighths of its size, to four bytes a pixel.
/// Returns the number of pixels, or 0 without memory.
size_t picturesfloor_decode(const uint8_t *bytes, size_t count, int eighths);
