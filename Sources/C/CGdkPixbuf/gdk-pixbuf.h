// gdk-pixbuf, which decodes PNG, and GLib, which unpacks zlib's streams.
#pragma once

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gio/gio.h>
