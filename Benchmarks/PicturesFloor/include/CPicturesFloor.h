// What the benchmarks of pictures need in C: libjpeg alone, and a count of what is allocated.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Makes a JPEG of slopes of colour with noise, or returns null; to be freed with free().
uint8_t *picturesfloor_photo(
    int width, int height, int noise, int quality, int is_progressive, size_t *count);

/// Decodes a JPEG at so many eighths of its size to four bytes a pixel, by libjpeg-turbo and nothing else.
/// Returns the number of pixels, 0 where it fails.
size_t picturesfloor_decode(const uint8_t *bytes, size_t count, int eighths);

/// From now on counts the bytes that any thread of this process allocates.
void picturesfloor_count_allocations(void);
/// Ends that. Returns how many bytes there were.
size_t picturesfloor_allocated_bytes(void);
