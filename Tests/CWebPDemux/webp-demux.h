// libwebp's encoder, and its own decoder of animations, which ours is compared with.
#pragma once

#include <webp/demux.h>
#include <webp/encode.h>
