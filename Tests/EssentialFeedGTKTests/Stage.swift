import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// A window of a fixed size without a frame, in which a screen is laid out and drawn.
@MainActor
final class Stage {
    let window: Widget
    private let content: Widget

    /// - Parameter content: The screen, or a window.
    init(_ content: Widget, width: Int32 = 400, height: Int32 = 640) {
        let isWindow = content.isA(gtk_window_get_type())
        window = isWindow ? content : Widget(gtk_window_new())
        self.content = (isWindow ? Widget(gtk_window_get_child(window.window)) : content).with(["background"])
        gtk_window_set_decorated(window.window, gboolean(0))
        gtk_window_set_default_size(window.window, width, height)
        if !isWindow { gtk_window_set_child(window.window, content.pointer) }
        gtk_window_present(window.window)
        // The frame that X draws without a compositor, and Wayland doesn't.
        gtk_widget_remove_css_class(window.pointer, "solid-csd")
    }

    /// Shows a feed, without its photos unless the test wants them.
    static func feed(
        _ viewModel: FeedViewModel, _ pictures: Screens.Pictures = .stay, width: Int32 = 400, height: Int32 = 640
    ) -> (screen: FeedScreen, stage: Stage) {
        let screen = Screens.feed(pictures)
        screen.display(viewModel)
        return (screen, Stage(screen.root, width: width, height: height))
    }

    /// Destroys the window with everything in it.
    func close() {
        gtk_window_destroy(window.window)
    }

    /// Returns a picture of the window, once it has been laid out and settled.
    func picture() -> OpaquePointer? {
        settle()
        guard let snapshot = gtk_snapshot_new() else { return nil }
        gtk_widget_snapshot_child(window.pointer, content.pointer, snapshot)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        let native = gtk_widget_get_native(content.pointer)
        var bounds = graphene_rect_t()
        graphene_rect_init(
            &bounds, 0, 0, Float(gtk_widget_get_width(content.pointer)), Float(gtk_widget_get_height(content.pointer)))
        return gsk_renderer_render_texture(gtk_native_get_renderer(native), node, &bounds)
    }

    /// Lets three frames pass: a frame's requests appear in the next one.
    func settle() {
        runLoop(until: "the window") { content.isMapped }
        for _ in 0..<3 {
            var hasPassed = false
            content.afterFrame { hasPassed = true }
            runLoop(until: "a frame") { hasPassed }
        }
    }

    /// Returns the stage once it has settled.
    func settled() -> Stage {
        settle()
        return self
    }
}
