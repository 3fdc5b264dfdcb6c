// The floor of the app, which is what GTK itself takes: an empty window, or the app's cards and pictures in C. See
// Benchmarks/App.
//   app-floor start
//   app-floor scroll COUNT
//   app-floor grid COUNT     scrolls through rows of four pictures, in a window of 1,000 x 700 pixels
//   app-floor zoom FRAMES    enlarges and moves a picture of 12 megapixels
#include "../../Sources/C/CAdwaita/adwaita-1.2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static enum { START, SCROLL, GRID, ZOOM } mode;
static guint count;
static guint frames;
static GtkAdjustment *adjustment;
static GdkTexture *textures[8];
static gint64 began;
static double work[600];
static GtkWidget *zoomed;
static GtkAdjustment *adjustments[2];
static double scale = 1;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static long resident(void) {
  char line[256];
  long kib = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "VmRSS: %ld", &kib) == 1) break;
  fclose(file);
  return kib;
}

// The shapes of the pictures, as in the app's run.
static const struct { int width, height; } shapes[] = {{4, 3}, {3, 4}, {16, 9}, {1, 1}};

static int height(guint number, int width) {
  return (width * shapes[number % G_N_ELEMENTS(shapes)].height) / shapes[number % G_N_ELEMENTS(shapes)].width;
}

// The height follows from the width, as in the app.
static GtkSizeRequestMode request_mode(GtkWidget *widget) { return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH; }
static void measure(
    GtkWidget *widget, GtkOrientation orientation, int size, int *minimum, int *natural, int *a, int *b) {
  guint number = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "number"));
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? height(number, MAX(0, size)) : 0;
}
static void allocate(GtkWidget *widget, int width, int height, int baseline) {
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    int minimum;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    gtk_widget_size_allocate(child, &(GtkAllocation){0, 0, width, height}, baseline);
  }
}

static GtkWidget *label(int lines) {
  GtkWidget *label = gtk_label_new("");
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_lines(GTK_LABEL(label), lines);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(label, "dim-label");
  return label;
}

static void show(GtkWidget *picture) {
  guint number = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(picture), "number"));
  gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(textures[number % G_N_ELEMENTS(textures)]));
}
static void hide(GtkWidget *picture) { gtk_picture_set_paintable(GTK_PICTURE(picture), NULL); }

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item) {
  GtkWidget *card = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9);
  gtk_widget_add_css_class(card, "card");
  gtk_widget_add_css_class(card, "feed-card");
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append(GTK_BOX(row), gtk_image_new_from_icon_name("mark-location-symbolic"));
  GtkWidget *location = label(2);
  gtk_box_append(GTK_BOX(row), location);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager(box, gtk_custom_layout_new(request_mode, measure, allocate));
  gtk_widget_set_overflow(box, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class(box, "feed-picture-box");
  GtkWidget *button = gtk_button_new();
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "feed-open");
  GtkWidget *picture = gtk_picture_new();
  gtk_picture_set_content_fit(GTK_PICTURE(picture), GTK_CONTENT_FIT_COVER);
  gtk_button_set_child(GTK_BUTTON(button), picture);
  gtk_box_append(GTK_BOX(box), button);
  GtkWidget *description = label(6);
  gtk_box_append(GTK_BOX(card), row);
  gtk_box_append(GTK_BOX(card), box);
  gtk_box_append(GTK_BOX(card), description);
  g_signal_connect(picture, "map", G_CALLBACK(show), NULL);
  g_signal_connect(picture, "unmap", G_CALLBACK(hide), NULL);
  g_object_set_data(G_OBJECT(card), "location", location);
  g_object_set_data(G_OBJECT(card), "description", description);
  g_object_set_data(G_OBJECT(card), "box", box);
  g_object_set_data(G_OBJECT(card), "picture", picture);
  gtk_list_item_set_child(item, card);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item) {
  GObject *card = G_OBJECT(gtk_list_item_get_child(item));
  guint number = gtk_list_item_get_position(item);
  char text[128];
  snprintf(text, sizeof text, "Location %u", number);
  gtk_label_set_text(g_object_get_data(card, "location"), text);
  snprintf(text, sizeof text, "Description %u of a picture, long enough that it takes two lines of a card.", number);
  gtk_label_set_text(g_object_get_data(card, "description"), text);
  g_object_set_data(g_object_get_data(card, "picture"), "number", GUINT_TO_POINTER(number));
  g_object_set_data(g_object_get_data(card, "box"), "number", GUINT_TO_POINTER(number));
  gtk_widget_queue_resize(g_object_get_data(card, "box"));
}

// Four pictures beside each other fill the width of the window, as in the app.
static void setup_row(GtkSignalListItemFactory *factory, GtkListItem *item) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  for (guint place = 0; place < G_N_ELEMENTS(shapes); place++) {
    const int height = 198;
    GtkWidget *picture = gtk_picture_new();
    gtk_picture_set_content_fit(GTK_PICTURE(picture), GTK_CONTENT_FIT_COVER);
    gtk_widget_set_size_request(picture, height * shapes[place].width / shapes[place].height, height);
    g_signal_connect(picture, "map", G_CALLBACK(show), NULL);
    g_signal_connect(picture, "unmap", G_CALLBACK(hide), NULL);
    gtk_box_append(GTK_BOX(row), picture);
  }
  gtk_list_item_set_child(item, row);
}

static void bind_row(GtkSignalListItemFactory *factory, GtkListItem *item) {
  guint number = gtk_list_item_get_position(item) * G_N_ELEMENTS(shapes);
  GtkWidget *picture = gtk_widget_get_first_child(gtk_list_item_get_child(item));
  for (; picture; picture = gtk_widget_get_next_sibling(picture)) {
    g_object_set_data(G_OBJECT(picture), "number", GUINT_TO_POINTER(number++));
    if (gtk_widget_get_mapped(picture)) show(picture);
  }
}

static GtkWidget *list(void) {
  guint rows_count = mode == GRID ? count / G_N_ELEMENTS(shapes) : count;
  for (guint number = 0; number < G_N_ELEMENTS(textures); number++) {
    // As large as the app's pictures.
    guint shape = number % G_N_ELEMENTS(shapes);
    int width = mode == GRID ? 250 * shapes[shape].width / shapes[shape].height : 432;
    int rows = mode == GRID ? 250 : height(number, width);
    gsize size = width * rows * 3;
    guint8 *pixels = g_malloc(size);
    for (gsize at = 0; at < size; at++) pixels[at] = (at >> 6) * (number + 1);
    GBytes *bytes = g_bytes_new_take(pixels, size);
    textures[number] = gdk_memory_texture_new(width, rows, GDK_MEMORY_R8G8B8, bytes, width * 3);
    g_bytes_unref(bytes);
  }
  GListStore *store = g_list_store_new(GTK_TYPE_STRING_OBJECT);
  gpointer *items = g_new(gpointer, rows_count);
  for (guint number = 0; number < rows_count; number++) items[number] = gtk_string_object_new("");
  g_list_store_splice(store, 0, 0, items, rows_count);
  for (guint number = 0; number < rows_count; number++) g_object_unref(items[number]);
  g_free(items);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(mode == GRID ? setup_row : setup), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(mode == GRID ? bind_row : bind), NULL);
  GtkWidget *view = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(store))), factory);
  gtk_widget_add_css_class(view, mode == GRID ? "feed-grid" : "feed-list");
  GtkWidget *clamp = adw_clamp_scrollable_new();
  adw_clamp_scrollable_set_maximum_size(ADW_CLAMP_SCROLLABLE(clamp), mode == GRID ? 1000 : 600);
  adw_clamp_scrollable_set_child(ADW_CLAMP_SCROLLABLE(clamp), view);
  GtkWidget *window = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window), clamp);
  gtk_widget_set_vexpand(window, TRUE);
  adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window));
  return window;
}

static GtkWidget *zoomable(void) {
  // As in the app's run: no scroll bar fades.
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
  gsize size = 4000 * 3000 * 3;
  guint8 *pixels = g_malloc(size);
  for (int y = 0; y < 3000; y++)
    for (int x = 0; x < 4000; x++) {
      guint8 *pixel = pixels + (y * 4000 + x) * 3;
      pixel[0] = x / 16, pixel[1] = y / 12, pixel[2] = x ^ y;
    }
  GBytes *bytes = g_bytes_new_take(pixels, size);
  GdkTexture *texture = gdk_memory_texture_new(4000, 3000, GDK_MEMORY_R8G8B8, bytes, 4000 * 3);
  g_bytes_unref(bytes);
  zoomed = gtk_picture_new_for_paintable(GDK_PAINTABLE(texture));
  g_object_unref(texture);
  gtk_picture_set_content_fit(GTK_PICTURE(zoomed), GTK_CONTENT_FIT_CONTAIN);
  gtk_picture_set_can_shrink(GTK_PICTURE(zoomed), TRUE);
  gtk_widget_set_hexpand(zoomed, TRUE);
  gtk_widget_set_vexpand(zoomed, TRUE);
  GtkWidget *window = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window), zoomed);
  gtk_widget_set_vexpand(window, TRUE);
  adjustments[0] = gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(window));
  adjustments[1] = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window));
  return window;
}

// Enlarges around the middle, as the app does.
static void zoom(double factor) {
  double pages[] = {gtk_adjustment_get_page_size(adjustments[0]), gtk_adjustment_get_page_size(adjustments[1])};
  double fit = MIN(pages[0] / 4000, pages[1] / 3000);
  double whole[] = {4000 * fit, 3000 * fit};
  gtk_widget_set_size_request(zoomed, round(whole[0] * scale * factor), round(whole[1] * scale * factor));
  for (int axis = 0; axis < 2; axis++) {
    double old = whole[axis] * scale, new = old * factor, page = pages[axis];
    double part = (gtk_adjustment_get_value(adjustments[axis]) + page / 2 - MAX(0, (page - old) / 2)) / old;
    gtk_adjustment_set_upper(adjustments[axis], MAX(page, round(new)));
    gtk_adjustment_set_value(adjustments[axis], MAX(0, (page - new) / 2) + part * new - page / 2);
  }
  scale *= factor;
}

static void pan(int axis, double part) {
  double distance = part * gtk_adjustment_get_page_size(adjustments[axis]);
  gtk_adjustment_set_value(adjustments[axis], gtk_adjustment_get_value(adjustments[axis]) + distance);
}

// The first frames are for the layout; then the picture is enlarged by eleven steps, and a round of moves warms up.
static const guint laid_out = 10, enlarged = 21, warm = 51;

static void move(void) {
  if (frames < laid_out) return;
  if (frames < enlarged) return zoom(1.25);
  switch ((frames - enlarged) / 5 % 6) {
  case 0: return zoom(1 / 1.25);
  case 1: return zoom(1.25);
  case 2: return pan(0, 0.2);
  case 3: return pan(1, 0.2);
  case 4: return pan(0, -0.2);
  case 5: return pan(1, -0.2);
  }
}

static int ascending(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return left < right ? -1 : left > right;
}

static void before_paint(GdkFrameClock *clock) {
  began = g_get_monotonic_time();
  if (mode == ZOOM) move();
}

static void end(void) {
  fflush(stdout);
  _exit(0);
}

static void after_paint(GdkFrameClock *clock, GApplication *application) {
  double elapsed = (g_get_monotonic_time() - began) / 1e3;
  frames++;
  switch (mode) {
  case START:
    if (frames < 2) break;
    const char *start = getenv("BENCH_START");
    printf("%.1f\n", now() - (start ? atof(start) : 0));
    end();
  case SCROLL:
  case GRID:
    if (frames > 60) work[frames - 61] = elapsed;
    if (frames == 660) {
      int late = 0;
      for (int frame = 0; frame < 600; frame++) late += work[frame] > 33;
      qsort(work, 600, sizeof *work, ascending);
      printf("%.2f %.2f %.2f %d %ld\n", work[300], work[570], work[594], late, resident());
      end();
    }
    if (frames >= 60) gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + 80);
    break;
  case ZOOM:
    if (frames > warm) work[frames - warm - 1] = elapsed;
    if (frames < warm + count) break;
    qsort(work, count, sizeof *work, ascending);
    printf(
        "%.2f %.2f %.2f %.0f %.0f\n", work[count * 50 / 100], work[count * 95 / 100], work[count * 99 / 100],
        gtk_adjustment_get_page_size(adjustments[0]), gtk_adjustment_get_page_size(adjustments[1]));
    end();
  }
  gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT);
}

static void activate(GtkApplication *application) {
  GtkWidget *window = adw_application_window_new(application);
  gtk_window_set_default_size(GTK_WINDOW(window), mode == GRID ? 1000 : 480, mode == GRID ? 700 : 800);
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_data(
      style,
      ".feed-list > row { padding: 6px 12px; } .feed-grid > row { padding: 2px 12px; } .feed-card { padding: 12px; } .feed-picture-box { border-radius: 9px; }"
      "button.feed-open { padding: 0; border: none; min-width: 0; min-height: 0; background: none; }",
      -1);
  gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  GtkWidget *content = mode == ZOOM ? gtk_overlay_new() : gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  if (mode == ZOOM) {
    // As in the app's viewer, the header bar lies over the picture.
    GtkWidget *header = adw_header_bar_new();
    gtk_widget_set_valign(header, GTK_ALIGN_START);
    gtk_overlay_set_child(GTK_OVERLAY(content), zoomable());
    gtk_overlay_add_overlay(GTK_OVERLAY(content), header);
  } else if (mode != START) {
    gtk_box_append(GTK_BOX(content), adw_header_bar_new());
    gtk_box_append(GTK_BOX(content), list());
  }
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), content);
  gtk_widget_realize(window);
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  g_signal_connect(clock, "before-paint", G_CALLBACK(before_paint), NULL);
  g_signal_connect(clock, "after-paint", G_CALLBACK(after_paint), application);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  const char *name = argc > 2 ? argv[1] : "start";
  if (strcmp(name, "scroll") == 0) mode = SCROLL;
  if (strcmp(name, "grid") == 0) mode = GRID;
  if (strcmp(name, "zoom") == 0) mode = ZOOM;
  count = mode == START ? 0 : atoi(argv[2]);
  if (mode == ZOOM && (count < 1 || count > G_N_ELEMENTS(work))) return 64;
  AdwApplication *application = adw_application_new("org.essentialfeed.Floor", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), 0, NULL);
}
