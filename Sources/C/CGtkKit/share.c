#include "include/share.h"

#include <gdk/wayland/gdkwayland.h>
#include <gdk/x11/gdkx.h>

typedef struct {
  GtkKitNameHandler handler;
  void *box;
} NameCall;

static void exported(GdkToplevel *toplevel, const char *handle, gpointer data) {
  (void)toplevel;
  NameCall *call = data;
  char *name = handle ? g_strconcat("wayland:", handle, NULL) : g_strdup("");
  call->handler(call->box, name);
  g_free(name);
}

void gtkkit_name_window(GtkWindow *window, GtkKitNameHandler handler, void *box) {
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
  if (surface && GDK_IS_WAYLAND_TOPLEVEL(surface)) {
    NameCall *call = g_new(NameCall, 1);
    *call = (NameCall){handler, box};
    // The desktop may refuse a second name for the same window, and then doesn't answer.
    if (gdk_wayland_toplevel_export_handle(GDK_TOPLEVEL(surface), exported, call, g_free)) return;
    g_free(call);
    handler(box, "");
  } else if (surface && GDK_IS_X11_SURFACE(surface)) {
    char *name = g_strdup_printf("x11:%lx", gdk_x11_surface_get_xid(surface));
    handler(box, name);
    g_free(name);
  } else {
    handler(box, "");
  }
}

GVariant *gtkkit_portal_parameters(GtkKitPortal portal, const char *parent, const char *token, const char *subject) {
  GVariantDict options;
  g_variant_dict_init(&options, NULL);
  g_variant_dict_insert(&options, "handle_token", "s", token);
  if (portal == GTKKIT_PORTAL_EMAIL) {
    GVariant *file = g_variant_new_handle(0);
    g_variant_dict_insert(&options, "subject", "s", subject);
    g_variant_dict_insert_value(&options, "attachment_fds", g_variant_new_array(G_VARIANT_TYPE_HANDLE, &file, 1));
    return g_variant_new("(s@a{sv})", parent, g_variant_dict_end(&options));
  }
  if (portal == GTKKIT_PORTAL_OPEN) {
    g_variant_dict_insert(&options, "ask", "b", TRUE);
  } else {
    g_variant_dict_insert(&options, "show-preview", "b", TRUE);
    g_variant_dict_insert(&options, "set-on", "s", "background");
  }
  return g_variant_new("(sh@a{sv})", parent, 0, g_variant_dict_end(&options));
}

guint gtkkit_portal_answer(GVariant *answer) {
  guint number = 2;
  if (g_variant_is_of_type(answer, G_VARIANT_TYPE("(ua{sv})"))) g_variant_get(answer, "(u@a{sv})", &number, NULL);
  return number;
}

GdkContentProvider *gtkkit_photo_provider(const char *path, GBytes *bytes, const char *mime_type, GdkTexture *texture) {
  GdkContentProvider *parts[4];
  gsize count = 0;
  if (path) {
    GFile *file = g_file_new_for_path(path);
    GSList list = {file, NULL};
    GdkFileList *files = gdk_file_list_new_from_list(&list);
    char *uri = g_file_get_uri(file);
    char *text = g_strconcat("copy\n", uri, NULL);
    GBytes *copied = g_bytes_new_take(text, strlen(text));
    parts[count++] = gdk_content_provider_new_typed(GDK_TYPE_FILE_LIST, files);
    // GNOME's file manager pastes nothing else.
    parts[count++] = gdk_content_provider_new_for_bytes("x-special/gnome-copied-files", copied);
    g_bytes_unref(copied);
    g_free(uri);
    g_boxed_free(GDK_TYPE_FILE_LIST, files);
    g_object_unref(file);
  }
  if (bytes && mime_type) parts[count++] = gdk_content_provider_new_for_bytes(mime_type, bytes);
  if (texture) parts[count++] = gdk_content_provider_new_typed(GDK_TYPE_TEXTURE, texture);
  return gdk_content_provider_new_union(parts, count);
}
