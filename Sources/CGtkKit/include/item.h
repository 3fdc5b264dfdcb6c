// An item of a list model that is nothing but its id: 16 bytes instead of a text of them.
#pragma once

#include "../../CAdwaita/adwaita-1.2.h"

/// The type of the items, for a GListStore.
GType gtkkit_item_get_type(void);
/// A new item with an id of 16 bytes.
gpointer gtkkit_item_new(const guint8 *id);
/// The 16 bytes of the id; null for an object of another type.
const guint8 *gtkkit_item_get_id(gpointer item);
