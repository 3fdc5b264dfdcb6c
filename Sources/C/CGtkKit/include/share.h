// What leaves the program for others: calls of the desktop's portals, and the content of a copied or dragged photo.
#pragma once

#include "../../CAdwaita/adwaita-1.2.h"

/// The portals, in the order of Swift's `Portal`.
typedef enum { GTKKIT_PORTAL_OPEN, GTKKIT_PORTAL_BACKGROUND, GTKKIT_PORTAL_EMAIL } GtkKitPortal;

/// Receives a name, which is valid during the call.
typedef void (*GtkKitNameHandler)(void *box, const char *name);

/// Passes on the name by which other programs know a window; an empty one if the display has no such names.
void gtkkit_name_window(GtkWindow *window, GtkKitNameHandler handler, void *box);
/// Returns the parameters of a portal's method. The first descriptor of the call is the photo's file.
/// - Parameters: the parent window's name, the token that the request's path ends with, and the subject of an email.
GVariant *gtkkit_portal_parameters(GtkKitPortal portal, const char *parent, const char *token, const char *subject);
/// Returns the number at the start of a portal's answer; 2, which stands for a failure, for an answer of another type.
guint gtkkit_portal_answer(GVariant *answer);

/// Returns what programs can take of a photo: its file, its bytes and its picture, each of which may be missing.
GdkContentProvider *gtkkit_photo_provider(const char *path, GBytes *bytes, const char *mime_type, GdkTexture *texture);
/// Makes a signal's result an object, whose reference it takes over.
static inline void gtkkit_take_object(GValue *result, gpointer object) { g_value_take_object(result, object); }
