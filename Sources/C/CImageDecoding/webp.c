#include <webp/decode.h>

#include "include/CImageDecoding.h"

// The least number of bytes between two time checks.
enum { STEP = 16 << 10 };

/// Hands the bytes to the decoder in steps. Until the pixels begin, each step reads the chunks before them again, so
/// steps of one length would take time that grows with the square of those chunks.
static gboolean feed(WebPIDecoder *decoder, const guint8 *bytes, gsize count, PictureWebP *webp) {
  VP8StatusCode status = VP8_STATUS_SUSPENDED;
  for (gsize end = 0; end < count && status == VP8_STATUS_SUSPENDED;) {
    end = MIN(count, end + MAX(STEP, end / 8));
    status = WebPIUpdate(decoder, bytes, end);
    webp->failure.is_late = picture_processor_time() > webp->deadline;
    if (webp->failure.is_late) return FALSE;
  }
  return status == VP8_STATUS_OK || picture_fail(&webp->failure, "the pixels do not decode");
}

gboolean picture_decode_webp(const guint8 *bytes, gsize count, PictureWebP *webp) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config))
    return picture_fail(&webp->failure, "the version of libwebp differs from its header's");
  if (WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK)
    return picture_fail(&webp->failure, "the file contains no image");
  if (config.input.has_animation) return picture_fail(&webp->failure, "a frame has frames of its own");
  if (config.input.width != webp->width || config.input.height != webp->height)
    return picture_fail(&webp->failure, "there are two sizes");
  webp->has_alpha = config.input.has_alpha != 0;
  gsize stride = (gsize)webp->decoded_width * (webp->has_alpha ? 4 : 3), size = stride * (gsize)webp->decoded_height;
  webp->pixels = g_try_malloc(size);
  if (!webp->pixels) return picture_fail(&webp->failure, "out of memory");
  config.output.colorspace = webp->has_alpha ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = webp->pixels;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = size;
  if (webp->decoded_width != webp->width || webp->decoded_height != webp->height) {
    config.options.use_scaling = 1;
    config.options.scaled_width = webp->decoded_width;
    config.options.scaled_height = webp->decoded_height;
  }
  WebPIDecoder *decoder = WebPIDecode(NULL, 0, &config);
  if (!decoder) return picture_fail(&webp->failure, "out of memory");
  gboolean is_whole = feed(decoder, bytes, count, webp);
  WebPIDelete(decoder);
  return is_whole;
}
