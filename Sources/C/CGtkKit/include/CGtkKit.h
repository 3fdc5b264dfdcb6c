// The parts of GTK's C interface that Swift can't call: variadic functions and macros. Also the main queue's source.
#pragma once

#include "../../CAdwaita/adwaita-1.2.h"
#include <glib-unix.h>

#include "item.h"
#include "share.h"

// The main queue of libdispatch, which GLib's default main context drains.

/// Attaches the main queue to the default main context. Call it once, on the main thread, before the loop runs.
void gtkkit_main_queue_attach(void);

/// Lets threads share the memory that has become free. Call it before there are others.
void gtkkit_share_free_memory(void);
/// Gives memory that has become free back to the system.
void gtkkit_give_memory_back(void);

// Settings of GTK, whose functions are variadic.

static inline gboolean gtkkit_animates(GtkSettings *settings) {
  gboolean animates = TRUE;
  g_object_get(settings, "gtk-enable-animations", &animates, NULL);
  return animates;
}
/// Turns animations off in this program, until the setting is reset to the desktop's.
static inline void gtkkit_stop_animating(GtkSettings *settings) {
  g_object_set(settings, "gtk-enable-animations", FALSE, NULL);
}

/// Sets whether a label selects its whole text when it gets the keyboard focus.
static inline void gtkkit_set_labels_select_on_focus(GtkSettings *settings, gboolean selects) {
  g_object_set(settings, "gtk-label-select-on-focus", selects, NULL);
}

// Accessibility, whose functions are variadic.

static inline void gtkkit_set_accessible_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
static inline void gtkkit_set_accessible_description(GtkWidget *widget, const char *description) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}
static inline void gtkkit_set_accessible_busy(GtkWidget *widget, gboolean is_busy) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, is_busy, -1);
}
static inline void gtkkit_set_accessible_selected(GtkWidget *widget, gboolean is_selected) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}
/// Creates a box with a role, which can't be changed later.
static inline GtkWidget *gtkkit_box_with_role(GtkOrientation orientation, GtkAccessibleRole role) {
  return g_object_new(GTK_TYPE_BOX, "orientation", orientation, "accessible-role", role, NULL);
}
/// Creates a picture that screen readers announce as a button.
static inline GtkWidget *gtkkit_picture_button(void) {
  return g_object_new(GTK_TYPE_PICTURE, "accessible-role", GTK_ACCESSIBLE_ROLE_BUTTON, "focusable", TRUE, NULL);
}
/// Creates a label that screen readers skip, because the widget around it has a name.
static inline GtkWidget *gtkkit_label_without_role(const char *text) {
  return g_object_new(GTK_TYPE_LABEL, "label", text, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
}
