#include "include/CGtkKit.h"

typedef struct {
  GClosure closure;
  GtkKitHandler handler;
  GDestroyNotify release;
} BoxClosure;

static void marshal(
    GClosure *closure, GValue *result, guint count, const GValue *arguments, gpointer hint, gpointer data) {
  (void)hint;
  (void)data;
  ((BoxClosure *)closure)->handler(closure->data, result, count, arguments);
}

static void finalized(gpointer box, GClosure *closure) { ((BoxClosure *)closure)->release(box); }

gulong gtkkit_connect(gpointer emitter, const char *signal, void *box, GtkKitHandler handler, GDestroyNotify release) {
  GClosure *closure = g_closure_new_simple(sizeof(BoxClosure), box);
  ((BoxClosure *)closure)->handler = handler;
  ((BoxClosure *)closure)->release = release;
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, box, finalized);
  g_closure_ref(closure);
  g_closure_sink(closure);
  gulong id = g_signal_connect_closure(emitter, signal, closure, FALSE);
  g_closure_unref(closure);
  return id;
}
