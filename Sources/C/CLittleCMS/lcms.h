// Little CMS, which converts colours between ICC profiles.
#pragma once

#include <lcms2.h>
