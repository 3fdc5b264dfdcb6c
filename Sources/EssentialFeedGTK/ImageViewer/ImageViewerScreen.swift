import CAdwaita
package import EssentialFeed
package import GtkKit
import ImageFormats

/// Shows one image of the feed in full: draws the view models of an ``ImageViewerController``.
package final class ImageViewerScreen: WidgetOwner, ImageViewerView, AnimationView {
    package typealias Picture = Texture

    /// Supports dragging an image: receives the pressed image, returns the content of a drag, and is called after a
    /// drag.
    package typealias Drag = (onPress: (FeedImage) -> Void, onDrag: (FeedImage) -> SharedPhoto?, onEnd: () -> Void)

    package var onBack: (() -> Void)?
    package var onCommand: ((PhotoCommand, FeedImage) -> Void)?
    package var onImage: ((FeedImage) -> Void)?
    package var drag: Drag? {
        didSet {
            if oldValue == nil, drag != nil { addDrag() }
        }
    }

    private static let paneWidth: Int32 = 320
    /// The least width of a window that has details or comments beside the picture.
    private static let wideWindow: Int32 = 860
    /// The part of the box by which an arrow key moves an enlarged picture.
    private static let panPart = 0.2

    private let controller: ImageViewerController<Texture>
    private let language: Language
    private let picture = ZoomablePicture()
    private let overlay: ViewerOverlay
    private let strip: ThumbnailStrip
    private let pane = Widget(gtk_revealer_new())
    private var keys: WindowKeys?
    private var menu: ContextMenu?
    private var offered = Set(PhotoCommand.allCases.filter { !$0.isConditional })
    private let slideshow: SlideshowTimer?
    private var slideshowControls: SlideshowControls?
    private var shown: FeedImage?
    private var texture: Texture?
    private var frame: Texture?
    private var watched: WhileMapped?
    private var frameTimes: FrameTimes?
    private var onClosePane: (() -> Void)?

    /// The clock measures how long the controls aren't used. A slideshow has no commands; `nil` if only the user turns.
    package init(
        controller: ImageViewerController<Texture>, language: Language, clock: any Clock<Duration> = ContinuousClock(),
        slideshow: SlideshowTimer? = nil
    ) {
        (self.controller, self.slideshow, self.language) = (controller, slideshow, language)
        overlay = ViewerOverlay(around: picture.root, language: language, clock: clock)
        strip = ThumbnailStrip(of: controller, language: language)
        let photo = Widget.column([overlay.root, strip.root])
        gtk_widget_set_hexpand(photo.pointer, gboolean(1))
        gtk_revealer_set_transition_type(pane.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT)
        super.init(root: .row([photo, pane]))
        connectButtons()
        if let slideshow { connect(slideshow) } else { connectCommands() }
        connectPicture()
        controller.view = self
        controller.animation.view = self
        connectAnimation()
    }

    package func offer(_ commands: Set<PhotoCommand>) {
        offered = commands
        overlay.comments.isVisible = commands.contains(.comments)
        menu?.offer(commands)
    }

    /// The picture, if it is shown whole and upright, and fills the area.
    package var wholePicture: OpaquePointer? { picture.isWhole && !picture.isTiny ? picture.paintable : nil }
    package var area: Widget { picture.root }

    package var isWide: Bool {
        let parent = gtk_widget_get_parent(root.pointer).map(gtk_widget_get_width) ?? 0
        return max(parent, gtk_widget_get_width(root.pointer)) >= Self.wideWindow
    }

    /// Shows a widget of a command beside the picture, in place of another one.
    package func showPane(_ pane: Widget, of command: PhotoCommand, onClose: @escaping () -> Void) {
        onClosePane = onClose
        // The label of a value could make the pane wide, or let it expand.
        let clamp = Widget.clamp(pane, maximumWidth: Self.paneWidth)
        gtk_widget_set_hexpand(clamp.pointer, gboolean(0))
        gtk_revealer_set_child(self.pane.opaque, clamp.pointer)
        gtk_revealer_set_reveal_child(self.pane.opaque, gboolean(1))
        overlay.pane = command
    }

    package func hidePane() {
        onClosePane = nil
        gtk_revealer_set_reveal_child(pane.opaque, gboolean(0))
        gtk_revealer_set_child(pane.opaque, nil)
        overlay.pane = nil
    }

    /// Plays animations while they are visible. They start automatically only if the desktop enables animations.
    private func connectAnimation() {
        let animation = controller.animation
        if slideshow == nil { overlay.play.onClick { animation.toggle() } }
        watched = WhileMapped(watching: root) { [weak self] isWatched in
            guard let self else { return }
            animation.playsByItself = adw_get_enable_animations(root.pointer) != 0
            animation.isWatched = isWatched
        }
        frameTimes = FrameTimes(of: root) { animation.timePassed($0) }
    }

    private func connectButtons() {
        overlay.back.onClick { [weak self] in self?.onBack?() }
        Actions.addShortcut("Escape", to: root) { [weak self, overlay] in
            // A slideshow ends at once.
            if self?.slideshow != nil || !overlay.leaveFullScreen() { (self?.onClosePane ?? self?.onBack)?() }
        }
        overlay.tryAgain.onClick { [controller] in controller.retry() }
        overlay.previous.onClick { [controller] in controller.showPrevious() }
        overlay.next.onClick { [controller] in controller.showNext() }
        keys = WindowKeys(root) { [weak self] press in
            guard let self else { return false }
            overlay.used()
            return ImageViewerKey(key: press.key, modifiers: press.modifiers).map(perform) ?? false
        }
    }

    private func connect(_ slideshow: SlideshowTimer) {
        slideshow.onTurnEnded = { [controller] in controller.turnEnded() }
        slideshowControls = SlideshowControls(slideshow, on: root, overlay: overlay, language: language)
    }

    private func connectCommands() {
        let choose = { [weak self, controller] (command: PhotoCommand) in
            if let self { onCommand?(command, controller.image) }
        }
        overlay.comments.onClick { choose(.comments) }
        overlay.hasDetails = true
        overlay.details.onClick { choose(.details) }
        Signal.connect(overlay.thumbnails, "toggled") { [strip] in strip.toggle() }
        for command in PhotoCommand.allCases {
            for key in command.keys {
                Actions.addShortcut(key, to: root) { [weak self] in
                    if self?.offered.contains(command) == true { choose(command) }
                }
            }
        }
        let view = [
            ContextMenu.Entry("left", language.text(.rotateLeft)) { [picture] _ in picture.turn(by: -1) },
            ContextMenu.Entry("right", language.text(.rotateRight)) { [picture] _ in picture.turn(by: 1) },
            ContextMenu.Entry("thumbnails", language.text(.thumbnails)) { [overlay] _ in overlay.toggleThumbnails() },
            ContextMenu.Entry("slideshow", language.text(.slideshow)) { [overlay] _ in
                overlay.activate("win.slideshow")
            },
        ]
        let commands = PhotoCommand.sections.map { section in
            ContextMenu.entries(section, language) { command, _ in choose(command) }
        }
        let menu = ContextMenu(on: overlay.root, commands + [view]) { [controller] _ in controller.image }
        menu.offer(offered)
        overlay.setMenu(menu.menu, icon: "view-more-symbolic", label: language.text(.contextMenu))
        self.menu = menu
    }

    private func addDrag() {
        PhotoDrag.add(to: picture.root) { [weak self] _, _ in
            if let self { drag?.onPress(controller.image) }
        } photo: { [weak self] _, _ in
            // An enlarged picture is moved.
            guard let self, picture.scale <= 1, let photo = drag?.onDrag(controller.image) else { return nil }
            return (photo, picture.paintable)
        } end: { [weak self] in
            self?.drag?.onEnd()
        }
    }

    private func connectPicture() {
        picture.onScale = { [controller, overlay, weak picture] scale in
            controller.zoomed(to: scale)
            overlay.show(zoom: picture?.percent)
        }
        picture.onBox = { [controller, weak picture] box in
            controller.boxChanged(box)
            if let picture { controller.zoomed(to: picture.scale) }
        }
        picture.onSwipe = { [weak self] isLeft in
            guard let self else { return }
            if isLeft != isRightToLeft { controller.showNext() } else { controller.showPrevious() }
        }
    }

    package func display(_ viewModel: ImageViewerViewModel) {
        let before = shown
        shown = viewModel.image
        if before?.id != viewModel.image.id {
            slideshow?.imageChanged()
            picture.start(with: viewModel.image.shownSize)
            if before != nil { onImage?(viewModel.image) }
        }
        overlay.display(viewModel.texts)
        overlay.previous.isVisible = viewModel.hasPrevious
        overlay.next.isVisible = viewModel.hasNext
        picture.root.setAccessibleLabel(viewModel.texts.name(in: language))
        strip.update()
        // The picture will get the whole window, so decoding can begin before the layout.
        guard overlay.pane == nil, !strip.root.isVisible, let parent = gtk_widget_get_parent(root.pointer) else {
            return
        }
        picture.expectBox(width: gtk_widget_get_width(parent), height: gtk_widget_get_height(parent))
    }

    package func display(_ state: FeedImageState<Texture>) {
        texture = state.picture
        if let texture, shown?.shownSize == nil {
            picture.learn(PixelSize(width: texture.width, height: texture.height))
        }
        picture.show(frame ?? texture)
        if texture?.isAnimated ?? false { controller.startAnimation() }
        overlay.display(state)
        root.setAccessibleBusy(state.isLoading)
        if state.picture != nil || state.failure != nil { slideshow?.imageSeen() }
    }

    package func display(_ animation: AnimationViewModel?) {
        if slideshow == nil {
            overlay.displayPlay(isPlaying: animation?.isPlaying ?? false)
            overlay.play.isVisible = animation != nil
        }
        frameTimes?.isOn = animation?.needsTime ?? false
        if animation == nil, frame != nil {
            frame = nil
            picture.show(texture)
        }
    }

    package func display(frame: Texture) {
        self.frame = frame
        picture.show(frame)
    }

    private var isRightToLeft: Bool { gtk_widget_get_direction(root.pointer) == GTK_TEXT_DIR_RTL }

    private func perform(_ key: ImageViewerKey) -> Bool {
        guard let keys, !keys.isTaken else { return false }
        switch key {
        case .left where picture.pan(right: -Self.panPart, down: 0): break
        case .right where picture.pan(right: Self.panPart, down: 0): break
        case .left: isRightToLeft ? controller.showNext() : controller.showPrevious()
        case .right: isRightToLeft ? controller.showPrevious() : controller.showNext()
        case .up: return picture.pan(right: 0, down: -Self.panPart)
        case .down: return picture.pan(right: 0, down: Self.panPart)
        case .enlarge: picture.zoom(steps: 1)
        case .reduce: picture.zoom(steps: -1)
        case .whole: picture.showWhole()
        case .originalScale: picture.showOriginalScale()
        case .turnRight: picture.turn(by: 1)
        case .turnLeft: picture.turn(by: -1)
        case .thumbnails where slideshow == nil: overlay.toggleThumbnails()
        case .thumbnails: return false
        case .fullScreen: overlay.activate("win.fullscreen")
        case .playOrPause where slideshow != nil: slideshowControls?.togglePause()
        case .playOrPause: return !isButtonFocused && controller.animation.toggle()
        }
        return true
    }

    private var isButtonFocused: Bool {
        guard let window = keys?.window, gtk_window_get_focus_visible(window.cast()) != 0 else { return false }
        return root.windowFocus.map { gtk_widget_get_ancestor($0.pointer, gtk_button_get_type()) != nil } ?? false
    }
}
