// Sharing with other programs: calls of the desktop's portals, and the content of a copied or dragged photo.
#pragma once

#include "../../CAdwaita/adwaita-1.2.h"

/// The portals, in the order of Swift's `Portal`.
typedef enum { GTKKIT_PORTAL_OPEN, GTKKIT_PORTAL_BACKGROUND, GTKKIT_PORTAL_EMAIL } GtkKitPortal;

/// Receives a name, valid during the call.
typedef void (*GtkKitNameHandler)(void *box, const char *name);

/// Passes on a window's name for other programs; an empty one if the display has no such names.
void gtkkit_name_window(GtkWindow *window, GtkKitNameHandler handler, void *box);
/// Returns the parameters of a portal's method. The first descriptor of the call is the photo's file.
/// - Parameters: the parent window's name, the token at the end of the request's path, and the subject of an email.
GVariant *gtkkit_portal_parameters(GtkKitPortal portal, const char *parent, const char *token, const char *subject);
/// Returns the number at the start of a portal's answer; 2, meaning a failure, for an answer of another type.
guint gtkkit_portal_answer(GVariant *answer);

/// Returns a photo for other programs. Its file, its bytes and its picture may each be missing.
GdkContentProvider *gtkkit_photo_provider(const char *path, GBytes *bytes, const char *mime_type, GdkTexture *texture);
/// Makes a signal's result an object and takes over the object's reference.
static inline void gtkkit_take_object(GValue *result, gpointer object) { g_value_take_object(result, object); }
