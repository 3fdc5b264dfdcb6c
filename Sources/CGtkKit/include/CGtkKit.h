// What Swift cannot say of GTK's C: the main queue's event source, closures with typed values, checked casts.
#pragma once

#include "../../CAdwaita/adwaita-1.2.h"
#include <glib-unix.h>

#include "item.h"
#include "pictures.h"

// The main queue of libdispatch, drained by GLib's default main context.

/// Attaches the main queue to the default main context. To be called once, on the main thread, before the loop runs.
void gtkkit_main_queue_attach(void);
/// The longest drain since the last call of this, in microseconds.
gint64 gtkkit_main_queue_take_longest_drain(void);

// The signals that end the program.

/// Makes SIGINT and SIGTERM write to the handle that is returned, readable after the first of them; a further one has
/// its usual effect and ends the process. Returns -1, with nothing changed, where the system gives no handle.
int gtkkit_ending_attach(void);
/// Gives both signals their usual effect.
void gtkkit_ending_detach(void);

// Signals.

/// Called with the box that was connected, the result to set (null where the signal has none) and the arguments, the
/// emitter being the first.
typedef void (*GtkKitHandler)(void *box, GValue *result, guint count, const GValue *arguments);

/// Connects the handler; the box is released exactly once, when the closure is gone, also where connecting fails.
gulong gtkkit_connect(gpointer emitter, const char *signal, void *box, GtkKitHandler handler, GDestroyNotify release);

// Types, which are macros in C.

static inline GType gtkkit_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType gtkkit_type_int(void) { return G_TYPE_INT; }
static inline GType gtkkit_type_string(void) { return G_TYPE_STRING; }

// Checked casts from any object.

static inline GObject *gtkkit_object(gpointer object) { return G_OBJECT(object); }
static inline GtkWidget *gtkkit_widget(gpointer object) { return GTK_WIDGET(object); }
static inline GtkBox *gtkkit_box(gpointer object) { return GTK_BOX(object); }
static inline GtkButton *gtkkit_button(gpointer object) { return GTK_BUTTON(object); }
static inline GtkWindow *gtkkit_window(gpointer object) { return GTK_WINDOW(object); }
static inline GtkApplication *gtkkit_application(gpointer object) { return GTK_APPLICATION(object); }
static inline GApplication *gtkkit_g_application(gpointer object) { return G_APPLICATION(object); }
static inline GActionMap *gtkkit_action_map(gpointer object) { return G_ACTION_MAP(object); }
static inline GActionGroup *gtkkit_action_group(gpointer object) { return G_ACTION_GROUP(object); }
static inline GListModel *gtkkit_list_model(gpointer object) { return G_LIST_MODEL(object); }
static inline AdwApplicationWindow *gtkkit_adw_window(gpointer object) { return ADW_APPLICATION_WINDOW(object); }

// Accessibility, whose functions take any number of arguments.

static inline void gtkkit_set_accessible_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
static inline void gtkkit_set_accessible_description(GtkWidget *widget, const char *description) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}
static inline void gtkkit_set_accessible_busy(GtkWidget *widget, gboolean is_busy) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, is_busy, -1);
}
/// A new widget with a role, which can be given only when it is made.
static inline GtkWidget *gtkkit_box_with_role(GtkOrientation orientation, GtkAccessibleRole role) {
  return g_object_new(GTK_TYPE_BOX, "orientation", orientation, "accessible-role", role, NULL);
}
