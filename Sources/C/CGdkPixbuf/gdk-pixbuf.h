// gdk-pixbuf for decoding PNG, and GLib for unpacking zlib's streams.
#pragma once

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gio/gio.h>
