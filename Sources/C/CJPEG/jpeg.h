// libjpeg-turbo, whose header needs what it names to be declared before.
#pragma once

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
