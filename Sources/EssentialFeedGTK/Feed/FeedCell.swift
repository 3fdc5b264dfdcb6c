import CAdwaita
import EssentialFeed
import GtkKit
import ImageFormats

/// The part of the list that shows an image. It is reused after it leaves the screen.
class FeedCell: WidgetOwner, FeedImageView {
    typealias Picture = Texture

    enum Action {
        case open, openComments, unfold
    }

    var onAction: ((Action, FeedImage) -> Void)?
    private(set) var image: FeedImage?
    private(set) var isShown = false
    private(set) var controller: FeedImageController<Texture>?

    /// The picture is loaded once ``becomeVisible()`` is called.
    func bind(_ image: FeedImage, _ texts: FeedImageViewModel, _ controller: FeedImageController<Texture>?) {
        if self.controller !== controller { resignVisible() }
        (self.image, self.controller) = (image, controller)
    }

    func place(_ span: Range<Int>, height: Int) { SpansLayout.set(span, of: root) }
    var picture: Widget { root }
    var opener: Widget { root }

    /// Shows whether the image is selected; `nil` while no image is.
    func show(isSelected: Bool?) {
        root.setClass("selected", isSelected ?? false)
        opener.setAccessibleSelected(isSelected ?? false)
    }

    func unbind() {
        resignVisible()
        controller = nil
        image = nil
    }

    func becomeVisible() {
        guard !isShown, let controller else { return }
        isShown = true
        controller.becomeVisible(self)
    }

    func resignVisible() {
        guard isShown else { return }
        isShown = false
        controller?.resignVisible(self)
        display(.empty)
    }

    func display(_ state: FeedImageState<Texture>) {}

    func grabFocus() { gtk_widget_child_focus(root.pointer, GTK_DIR_TAB_FORWARD) }
    func send(_ action: Action) { if let image { onAction?(action, image) } }
}

/// A cell with a picture or why it couldn't be loaded, a retry button, and a button for the comments.
class FeedCard: FeedCell {
    let showsComments: Bool
    let language: Language
    let box: PhotoBox
    let comments: CommentsButton
    private let check = SelectionMark.make()
    private let failure: Widget
    private let reason: Widget
    private let retryButton: Widget
    private let retryFocus: RetryFocus

    init(root: Widget, showsComments: Bool, language: Language) {
        (self.showsComments, self.language) = (showsComments, language)
        comments = CommentsButton(language)
        reason = .centredLabel()
        // A click on the text opens the image, like a click anywhere else in the box.
        gtk_widget_set_can_target(reason.pointer, gboolean(0))
        retryButton = .iconButton(
            "view-refresh-symbolic", label: language.text(.tryAgain), classes: ["circular", "osd", "feed-retry"]
        ).aligned(horizontally: GTK_ALIGN_CENTER)
        failure = .column(spacing: 12, [reason, retryButton]).margins(horizontal: 12)
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        failure.isVisible = false
        check.isVisible = false
        box = PhotoBox(failure, check)
        box.picture.with(["feed-picture"])
        retryFocus = RetryFocus(of: retryButton, in: box.root)
        super.init(root: root.with(["card", "feed-card"]))
        box.openButton.onClick { [weak self] in self?.send(.open) }
        retryButton.onClick { [weak self] in self?.controller?.retry() }
        comments.root.onClick { [weak self] in self?.send(.openComments) }
    }

    override var opener: Widget { box.openButton }
    override var picture: Widget { box.picture }

    override func bind(_ image: FeedImage, _ texts: FeedImageViewModel, _ controller: FeedImageController<Texture>?) {
        let old = self.image
        super.bind(image, texts, controller)
        if old?.id != image.id { retryFocus.forget() }
        if old?.placeholder != image.placeholder || old == nil {
            box.show(placeholder: image.placeholder)
            // The background would shine through a picture that fades in over its placeholder.
            box.picture.setClass("at-once", box.hasPlaceholder)
        }
        let name = texts.name(in: language)
        box.openButton.setAccessibleLabel(language.text(.openImage, name))
        retryButton.setAccessibleLabel(language.text(.retryImage, name))
        comments.show(image.commentCount, of: name)
    }

    override func show(isSelected: Bool?) {
        super.show(isSelected: isSelected)
        check.isVisible = isSelected != nil
        check.setClass("empty", isSelected == false)
        // The button loses the focus when it becomes insensitive.
        if isSelected != nil, comments.root.hasFocus { gtk_widget_grab_focus(opener.pointer) }
        // A click anywhere on the card selects the photo.
        gtk_widget_set_sensitive(comments.root.pointer, gboolean(isSelected == nil ? 1 : 0))
    }

    override func display(_ state: FeedImageState<Texture>) {
        let (shown, failed) = (state.picture, state.failure)
        box.display(state)
        let size = image?.shownSize ?? shown.map { PixelSize(width: $0.width, height: $0.height) }
        let isTiny = size?.isTiny ?? false
        gtk_picture_set_content_fit(box.picture.opaque, isTiny ? GTK_CONTENT_FIT_SCALE_DOWN : GTK_CONTENT_FIT_COVER)
        box.picture.setClass("shown", shown != nil)
        reason.show(failed.map { $0.message(in: language) } ?? "")
        retryFocus.update {
            retryButton.isVisible = failed?.mayRetry ?? false
            failure.isVisible = failed != nil
        }
        root.setAccessibleBusy(state.isLoading)
    }
}
