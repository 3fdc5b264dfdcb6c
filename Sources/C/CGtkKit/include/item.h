// A list model item with only a 16-byte id, which is smaller than its text.
#pragma once

#include "../../CAdwaita/adwaita-1.2.h"

/// Returns the type of the items, for a GListStore.
GType gtkkit_item_get_type(void);
/// Creates an item with an id of 16 bytes.
gpointer gtkkit_item_new(const guint8 *id);
/// Returns the 16 bytes of the id, or null for an object of another type.
const guint8 *gtkkit_item_get_id(gpointer item);
