#include "item.h"

#include <string.h>

typedef struct {
  GObject parent;
  guint8 id[16];
} GtkKitItem;

typedef struct {
  GObjectClass parent;
} GtkKitItemClass;

G_DEFINE_TYPE(GtkKitItem, gtkkit_item, G_TYPE_OBJECT)

static void gtkkit_item_class_init(GtkKitItemClass *class) {}

static void gtkkit_item_init(GtkKitItem *item) {}

gpointer gtkkit_item_new(const guint8 *id) {
  GtkKitItem *item = g_object_new(gtkkit_item_get_type(), NULL);
  memcpy(item->id, id, sizeof item->id);
  return item;
}

const guint8 *gtkkit_item_get_id(gpointer item) {
  return G_TYPE_CHECK_INSTANCE_TYPE(item, gtkkit_item_get_type()) ? ((GtkKitItem *)item)->id : NULL;
}
