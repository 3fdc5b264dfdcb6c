#include "include/CGtkKit.h"

#include <errno.h>
#include <glib-unix.h>
#include <unistd.h>

// libdispatch exports these for other main loops, but doesn't declare them in its public headers. On Linux, the handle
// is a non-blocking eventfd that becomes readable when work is enqueued.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static gboolean drain(int handle, GIOCondition condition, gpointer data) {
  (void)condition;
  (void)data;
  // Read before draining: work that is enqueued while draining makes the handle readable again, and an unread handle
  // would keep this source ready forever.
  uint64_t count;
  while (read(handle, &count, sizeof count) < 0 && errno == EINTR) continue;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

void gtkkit_main_queue_attach(void) {
  GSource *source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN);
  g_source_set_name(source, "[GtkKit] main queue");
  g_source_set_priority(source, G_PRIORITY_DEFAULT);
  g_source_set_callback(source, G_SOURCE_FUNC(drain), NULL, NULL);
  g_source_attach(source, NULL);
  g_source_unref(source);
}
