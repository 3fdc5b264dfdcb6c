import CAdwaita
import CGtkKit
import DecoderProcess
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// A feed of pictures of 12 megapixels, whose viewer opens over it as in the app, but without sliding in.
final class ViewerStage {
    let decoders: DecoderPool
    let photo: Data
    let rows: [FeedImage]
    let window: Widget
    /// Called before each frame is laid out and drawn.
    var onFrame: (() -> Void)?
    /// Called after each frame was drawn.
    var onFrameDrawn: (() -> Void)?

    private let memory = PictureCache<Texture>()
    private let navigator = Navigator()
    private let pictures: FeedImageControllers<Texture>
    private let load: FeedImageController<Texture>.Load
    private let controller: FeedController
    private let screen: FeedScreen
    private let clock: OpaquePointer
    private var viewer: (controller: ImageViewerController<Texture>, picture: Widget)?
    private var waitingForFrame: [CheckedContinuation<Void, Never>] = []
    private var waitingForClose: CheckedContinuation<Void, Never>?

    /// - Parameters:
    ///   - count: How many images the feed has.
    ///   - descriptions: Whether the images have descriptions.
    ///   - photo: The bytes of each image.
    init(
        application: UnsafeMutableRawPointer, count: Int, descriptions: Bool, photo: Data = ScrollBench.photo()
    ) {
        self.photo = photo
        let rows = (0..<count).map { number in
            FeedImage(
                id: UUID(),
                description: descriptions
                    ? "Description \(number) of a picture, long enough that it takes two lines of a card." : nil,
                location: "Location \(number)", url: ScrollBench.url(number),
                pixelSize: PixelSize(width: 4_000, height: 3_000))
        }
        self.rows = rows
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        decoders = DecoderPool(program: DecoderProgram(for: executable, environment: [:])) { print($0) }
        let loader = ImageLoader(
            source: SameImageData(data: photo), decoder: TextureDecoder(decoders), memory: memory,
            report: { print($0) })
        let picturesOfImages = LoadFeedImagePicture(memory: memory, images: loader, isCached: { _ in true })
        load = { try await picturesOfImages.load($0, ticket: $1, showMeanwhile: $2) }
        pictures = FeedImageControllers(
            sizing: .cards(width: 432), look: { [memory] in memory.picture(of: $0, size: $1) }, load: load)
        let selection = Selection()
        controller = FeedController(
            loadCached: { throw CancellationError() },
            load: { FeedPage(images: rows, origin: .remote, loadedAt: Date()) },
            in: ScreenContext(now: { Date() }, language: .english),
            onOutput: { if case .selected(let image) = $0 { selection.stage?.view(image) } })
        screen = FeedScreen(controller: controller, pictures: pictures, menu: nil, language: .english)
        window = Widget(adw_application_window_new(UnsafeMutablePointer(OpaquePointer(application))))
        gtk_window_set_default_size(window.window, 480, 800)
        ScreenStyle.apply()
        gtkkit_stop_animating(gtk_widget_get_settings(window.pointer))
        adw_application_window_set_content(window.cast(), navigator.root.pointer)
        navigator.start(with: screen.root)
        gtk_widget_realize(window.pointer)
        guard let clock = gtk_widget_get_frame_clock(window.pointer) else { exit(70) }
        self.clock = clock
        selection.stage = self
        let raw = UnsafeMutableRawPointer(clock)
        Signal.connect(raw, "before-paint") { [weak self] _ in self?.onFrame?() }
        Signal.connect(raw, "after-paint") { [weak self] _ in self?.finishFrame() }
        controller.appear()
        gtk_window_present(window.window)
    }

    /// Waits until another frame was drawn.
    func frame() async {
        await withCheckedContinuation { continuation in
            waitingForFrame.append(continuation)
            gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
        }
    }

    private func finishFrame() {
        onFrameDrawn?()
        let waiting = waitingForFrame
        waitingForFrame = []
        for continuation in waiting { continuation.resume() }
    }

    // MARK: The feed

    /// The image at the top of the list.
    var top: Int { screen.place.flatMap { card in rows.firstIndex { $0.id == card.id } } ?? 0 }

    func scroll(by distance: Double) {
        screen.scroll(by: distance)
    }

    /// Waits until the cards' pictures of an image and the following ones are in memory.
    func loaded(_ number: Int, and following: Int) async {
        for row in rows[number...min(number + following, rows.count - 1)] {
            while memory.picture(for: row.url, size: pictures.sizing.size(of: row)) == nil { await frame() }
        }
    }

    var cardWidth: Int { pictures.sizing.size(of: rows[0]).width }

    // MARK: The viewer

    /// Opens an image as a click on its card does.
    func open(_ number: Int) {
        controller.select(rows[number].id)
    }

    /// The width in pixels of the picture that the viewer shows; `nil` before it is on the screen.
    var shownWidth: Int? {
        guard let picture = viewer?.picture, picture.isMapped, gtk_widget_get_width(picture.pointer) > 1,
            let shown = gtk_picture_get_paintable(picture.opaque)
        else { return nil }
        return Int(gdk_paintable_get_intrinsic_width(shown))
    }

    /// The viewer's box in application pixels.
    var box: (width: Int, height: Int) {
        guard let picture = viewer?.picture,
            let scroller = gtk_widget_get_ancestor(picture.pointer, gtk_scrolled_window_get_type())
        else { return (0, 0) }
        let window = OpaquePointer(scroller)
        return (
            Int(gtk_adjustment_get_page_size(gtk_scrolled_window_get_hadjustment(window))),
            Int(gtk_adjustment_get_page_size(gtk_scrolled_window_get_vadjustment(window)))
        )
    }

    /// Closes the viewer, and waits until it is gone.
    func close() async {
        await withCheckedContinuation { continuation in
            waitingForClose = continuation
            navigator.goBack()
        }
        await frame()
    }

    private func view(_ image: FeedImage) {
        let feed = controller
        let viewer = ImageViewerController<Texture>(
            ImageViewerState(showing: image, of: rows),
            pictures: FeedImageControllers(
                nearRows: 2, sizing: .whole(in: pictures.sizing.size(of: image)),
                look: { [memory] in memory.picture(of: $0, size: $1) }, load: load),
            texts: { feed.texts(of: $0) }, onNearEnd: {})
        let screen = ImageViewerScreen(controller: viewer, language: .english)
        guard let picture = Self.picture(in: screen.root) else { exit(70) }
        self.viewer = (viewer, picture)
        // The closure keeps the screen until it is removed.
        navigator.push(screen.root) { [weak self] in self?.closed(screen) }
        viewer.appear()
    }

    private func closed(_ screen: ImageViewerScreen) {
        viewer?.controller.stop()
        viewer = nil
        waitingForClose?.resume()
        waitingForClose = nil
    }

    private static func picture(in widget: Widget) -> Widget? {
        let instance = widget.raw.assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, gtk_picture_get_type()) != 0 { return widget }
        var child = gtk_widget_get_first_child(widget.pointer)
        while let current = child {
            if let found = picture(in: Widget(current)) { return found }
            child = gtk_widget_get_next_sibling(current)
        }
        return nil
    }

    // MARK: Keys

    /// Presses a key as the window's controllers see it.
    func press(_ key: Int32) {
        let controllers = gtk_widget_observe_controllers(window.pointer)
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        for index in 0..<g_list_model_get_n_items(controllers) {
            guard let controller = g_list_model_get_item(controllers, index) else { continue }
            defer { g_object_unref(controller) }
            let instance = controller.assumingMemoryBound(to: GTypeInstance.self)
            guard g_type_check_instance_is_a(instance, gtk_event_controller_key_get_type()) != 0 else { continue }
            if Self.emit(key, from: controller) { return }
        }
        // The viewer handles each key that is pressed here.
        exit(70)
    }

    /// Emits the signal of a key controller. Returns whether a handler has handled the key.
    private static func emit(_ key: Int32, from controller: UnsafeMutableRawPointer) -> Bool {
        var values = [GValue](repeating: GValue(), count: 4)
        g_value_init(&values[0], gtk_event_controller_key_get_type())
        g_value_set_object(&values[0], controller)
        for index in 1...2 { g_value_init(&values[index], g_type_from_name("guint")) }
        g_value_set_uint(&values[1], guint(key))
        g_value_init(&values[3], gdk_modifier_type_get_type())
        var isHandled = GValue()
        g_value_init(&isHandled, g_type_from_name("gboolean"))
        g_signal_emitv(&values, g_signal_lookup("key-pressed", gtk_event_controller_key_get_type()), 0, &isHandled)
        g_value_unset(&values[0])
        return g_value_get_boolean(&isHandled) != 0
    }
}

/// Lets the feed's controller reach the stage, which is made after it.
private final class Selection {
    weak var stage: ViewerStage?
}
