import CAdwaita
import CGtkKit
package import EssentialFeed
package import GtkKit
import ImageFormats

/// The screen that shows one image of the feed in full, with all its texts. Draws the view models of an
/// ``ImageViewerController`` and forwards user actions to it.
package final class ImageViewerScreen: ImageViewerView, AnimationView {
    package typealias Picture = Texture

    /// The actions that a user can take besides looking at the image.
    package struct Actions {
        /// Called when the user wants to go back.
        package var onBack: () -> Void
        /// Receives the image whose comments the user wants to see.
        package var onComments: (FeedImage) -> Void
        /// Receives the image to copy to the clipboard.
        package var onCopy: (FeedImage) -> Void
        /// Receives the image to save to a file.
        package var onSave: (FeedImage) -> Void
        /// Receives the link that the user follows.
        package var onLink: (WebLink) -> Void

        /// Creates actions.
        package init(
            onBack: @escaping () -> Void, onComments: @escaping (FeedImage) -> Void,
            onCopy: @escaping (FeedImage) -> Void, onSave: @escaping (FeedImage) -> Void,
            onLink: @escaping (WebLink) -> Void
        ) {
            self.onBack = onBack
            self.onComments = onComments
            self.onCopy = onCopy
            self.onSave = onSave
            self.onLink = onLink
        }
    }

    /// The part of the box by which an arrow key moves an enlarged picture.
    private static let panPart = 0.2

    /// The screen's widget.
    package let root: Widget
    private let controller: ImageViewerController<Texture>
    private let actions: Actions
    private let language: Language
    private let reference: ObjectReference
    private let picture = ZoomablePicture()
    private let header: Widget
    private let titles: Widget
    private let title: Widget
    private let subtitle: Widget
    private let spinner: Widget
    private let failure: Widget
    private let reason: Widget
    private let retryButton: Widget
    private let play: Widget
    private let previous: Widget
    private let next: Widget
    private let comments: Widget
    private let captionBox: Widget
    private let caption = LinkedLabel()
    private var keys: WindowKeys?
    private var menu: ContextMenu?
    private var shown: FeedImage?
    private var texture: Texture?
    /// The frame of the animation that is shown instead of the picture.
    private var frame: Texture?
    private var watched: WhileMapped?
    private var frameTimes: FrameTimes?

    /// Creates the screen and becomes the view of its controller.
    /// - Parameters:
    ///   - controller: The controller whose view models the screen draws.
    ///   - language: The language of the screen's own texts.
    package init(controller: ImageViewerController<Texture>, language: Language, actions: Actions) {
        self.controller = controller
        self.actions = actions
        self.language = language
        title = .centredLabel(classes: ["heading"], lines: 2)
        subtitle = .centredLabel(classes: ["caption", "dim-label"], lines: 2)
        titles = .column([title, subtitle]).aligned(vertically: GTK_ALIGN_CENTER)
        comments = .iconButton(
            "user-available-symbolic", label: ImageCommentsPresenter.title(in: language))
        let copy = Widget.iconButton("edit-copy-symbolic", label: language.text(.copy))
        let save = Widget.iconButton("document-save-symbolic", label: language.text(.saveCopy))
        header = Widget(adw_header_bar_new())
        adw_header_bar_set_title_widget(header.opaque, titles.pointer)
        for button in [save, copy, comments] { adw_header_bar_pack_end(header.opaque, button.pointer) }

        spinner = .spinner(size: 32).aligned(vertically: GTK_ALIGN_CENTER)
        gtk_widget_set_can_target(spinner.pointer, gboolean(0))
        reason = .label()
        gtk_label_set_justify(reason.opaque, GTK_JUSTIFY_CENTER)
        retryButton = .textButton(language.text(.tryAgain), classes: ["pill"])
            .aligned(horizontally: GTK_ALIGN_CENTER)
        failure = .column(spacing: 12, [reason, retryButton]).margins(horizontal: 24)
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        previous = Self.sideButton("go-previous-symbolic", language.text(.previousPhoto), GTK_ALIGN_START)
        next = Self.sideButton("go-next-symbolic", language.text(.nextPhoto), GTK_ALIGN_END)
        play = .iconButton(Self.playIcon, label: language.text(.play), classes: ["circular", "osd"])
            .margins(horizontal: 12, bottom: 12).aligned(horizontally: GTK_ALIGN_END, vertically: GTK_ALIGN_END)
        play.isVisible = false
        let overlay = Widget(gtk_overlay_new()).with(["viewer"]).expanding(horizontally: true, vertically: true)
        gtk_overlay_set_child(overlay.opaque, picture.root.pointer)
        for widget in [spinner, failure, previous, next, play] {
            gtk_overlay_add_overlay(overlay.opaque, widget.pointer)
        }

        let scroller = Widget(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, 160)
        let clamp = Widget(adw_clamp_new())
        adw_clamp_set_child(clamp.opaque, caption.root.margins(horizontal: 12, top: 12, bottom: 12).pointer)
        gtk_scrolled_window_set_child(scroller.opaque, clamp.pointer)
        captionBox = ContentHeightLayout.around(scroller)
        root = .column([header, overlay, captionBox])
        reference = ObjectReference(root.raw)

        caption.onLink = { actions.onLink($0) }
        HeaderBar.addBack(to: header, of: root, language, actions.onBack)
        connect(copy, save)
        menu = ContextMenu(
            on: overlay,
            [
                (ImageCommentsPresenter.title(in: language), actions.onComments),
                (language.text(.copy), actions.onCopy), (language.text(.saveCopy), actions.onSave),
            ]
        ) { _ in controller.image }
        controller.view = self
        controller.animation.view = self
        connectAnimation()
    }

    /// Hides what opens comments, because photos can't have any.
    package func hideComments() {
        comments.isVisible = false
        menu?.removeEntry(at: 0)
    }

    private static let playIcon = "media-playback-start-symbolic"
    private static let pauseIcon = "media-playback-pause-symbolic"

    /// Plays animations while they are visible. They start automatically only if the desktop enables animations.
    private func connectAnimation() {
        let animation = controller.animation
        play.onClick { animation.toggle() }
        watched = WhileMapped(watching: root) { [weak self] isWatched in
            guard let self else { return }
            animation.playsByItself = adw_get_enable_animations(root.pointer) != 0
            animation.isWatched = isWatched
        }
        frameTimes = FrameTimes(of: root) { animation.timePassed($0) }
    }

    private func connect(_ copy: Widget, _ save: Widget) {
        let controller = controller
        retryButton.onClick { controller.retry() }
        previous.onClick { controller.showPrevious() }
        next.onClick { controller.showNext() }
        let actions = actions
        comments.onClick { actions.onComments(controller.image) }
        for (button, shortcut, action) in [
            (copy, Shortcuts.copyPicture, actions.onCopy), (save, Shortcuts.saveCopy, actions.onSave),
        ] {
            button.onClick { action(controller.image) }
            for key in shortcut.keysOfScreen {
                GtkKit.Actions.addShortcut(key, to: root) { action(controller.image) }
            }
        }
        picture.events.onScale = { controller.zoomed(to: $0) }
        picture.events.onBox = { [weak picture] box in
            controller.boxChanged(box)
            if let picture { controller.zoomed(to: picture.scale) }
        }
        picture.events.onSwipe = { [weak self] isLeft in
            guard let self else { return }
            if isLeft != isRightToLeft { controller.showNext() } else { controller.showPrevious() }
        }
        keys = WindowKeys(root) { [weak self] press in
            guard let self, let key = ImageViewerKey(key: press.key, modifiers: press.modifiers) else { return false }
            return perform(key)
        }
    }

    private static func sideButton(_ icon: String, _ label: String, _ side: GtkAlign) -> Widget {
        Widget.iconButton(icon, label: label, classes: ["circular", "osd"])
            .margins(horizontal: 12).aligned(horizontally: side, vertically: GTK_ALIGN_CENTER)
    }

    // MARK: ImageViewerView

    package func display(_ viewModel: ImageViewerViewModel) {
        if shown?.id != viewModel.image.id { picture.start(with: viewModel.image.shownSize) }
        shown = viewModel.image
        let texts = viewModel.texts
        let captions = [texts.location, texts.author, texts.absoluteDate].compactMap(\.self).map(PlainText.line)
        let details = captions.dropFirst().joined(separator: " · ")
        title.setText(captions.first ?? language.text(.photo))
        subtitle.setText(details)
        subtitle.isVisible = !details.isEmpty
        gtk_widget_set_tooltip_text(titles.pointer, captions.joined(separator: "\n"))
        caption.show(texts.description ?? "")
        captionBox.isVisible = texts.description != nil
        previous.isVisible = viewModel.hasPrevious
        next.isVisible = viewModel.hasNext
        picture.root.setAccessibleLabel(texts.name(in: language))
        expectBox()
    }

    /// Predicts the size of the picture's box in the next layout, so that decoding can begin before the layout.
    private func expectBox() {
        guard let parent = gtk_widget_get_parent(root.pointer) else { return }
        let width = gtk_widget_get_width(parent)
        let texts = [header, captionBox].reduce(0) { $0 + $1.naturalHeight(forWidth: width) }
        picture.expectBox(width: width, height: gtk_widget_get_height(parent) - texts)
    }

    package func display(_ state: FeedImageState<Texture>) {
        texture = state.picture
        if let texture, shown?.shownSize == nil {
            picture.learn(PixelSize(width: texture.width, height: texture.height))
        }
        picture.show(frame ?? texture)
        if texture?.isAnimated ?? false { controller.startAnimation() }
        spinner.spin(state.isLoading)
        reason.show(state.failure.map { $0.message(in: language) } ?? "")
        retryButton.isVisible = state.failure?.mayRetry ?? false
        failure.isVisible = state.failure != nil
        root.setAccessibleBusy(state.isLoading)
    }

    // MARK: AnimationView

    package func display(_ animation: AnimationViewModel?) {
        let isPlaying = animation?.isPlaying ?? false
        let label = language.text(isPlaying ? .pause : .play)
        gtk_button_set_icon_name(play.button, isPlaying ? Self.pauseIcon : Self.playIcon)
        gtk_widget_set_tooltip_text(play.pointer, label)
        play.setAccessibleLabel(label)
        play.isVisible = animation != nil
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

    // MARK: Keys

    private var isRightToLeft: Bool { gtk_widget_get_direction(root.pointer) == GTK_TEXT_DIR_RTL }

    private func perform(_ key: ImageViewerKey) -> Bool {
        guard let keys, !keys.isOverlaid else { return false }
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
        case .playOrPause: return !isButtonFocused && controller.animation.toggle()
        }
        return true
    }

    /// Whether a button visibly has the focus, so that Space presses it.
    private var isButtonFocused: Bool {
        guard let window = keys?.window, gtk_window_get_focus_visible(gtkkit_window(window.pointer)) != 0 else {
            return false
        }
        return root.windowFocus.map { gtk_widget_get_ancestor($0.pointer, gtk_button_get_type()) != nil } ?? false
    }
}
