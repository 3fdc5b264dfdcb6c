import CAdwaita
import EssentialFeed
import GtkKit

/// An image in a row of photos: its picture in full, above a caption of fixed height. The other texts are in the tooltip.
final class FeedTile: FeedCell {
    /// The widths from which there is space for the button and for the initials, in application pixels.
    private static let widthOfButton = 120
    private static let widthOfInitials = 200

    /// Whether a button opens the comments.
    private let showsComments: Bool
    private let language: Language
    private let photo: FeedPhoto
    private let initials = Initials()
    private let title = Widget.label(classes: ["heading"], lines: 1)
    private let subtitle = Widget.label(classes: ["caption", "dim-label"], lines: 1)
    private let commentsButton: Widget
    private var width = 0
    private var author: String?

    init(showsComments: Bool, language: Language) {
        self.showsComments = showsComments
        self.language = language
        commentsButton = .commentsButton(language)
        photo = FeedPhoto(language: language)
        super.init(root: Widget.column().with(["card", "feed-card", "feed-tile"]))
        FixedAspectLayout.set(heightByWidth: 0, of: photo.box.root)
        let texts = Widget.column([title, subtitle]).aligned(vertically: GTK_ALIGN_CENTER).expanding(horizontally: true)
        let caption = Widget.row(spacing: 9, [initials.root, texts, commentsButton]).with(["feed-caption"])
        gtk_widget_set_margin_start(caption.pointer, 6)
        root.append([photo.box.root, caption])
        gtk_widget_set_overflow(root.pointer, GTK_OVERFLOW_HIDDEN)
        photo.onOpen = { [weak self] in self?.send(.open) }
        photo.onRetry = { [weak self] in self?.controller?.retry() }
        commentsButton.onClick { [weak self] in self?.send(.openComments) }
    }

    override func bind(_ image: FeedImage, _ texts: FeedImageViewModel, _ controller: FeedImageController<Texture>?) {
        super.bind(image, texts, controller)
        let name = texts.name(in: language)
        photo.bind(image, name: name)
        let caption = texts.caption
        title.show(caption.title)
        subtitle.show(caption.subtitle)
        subtitle.isVisible = !caption.subtitle.isEmpty
        author = texts.author
        fit()
        root.showDetail(texts.details)
        commentsButton.setAccessibleLabel(language.text(.openComments, name))
    }

    override func place(_ span: Range<Int>, height: Int) {
        super.place(span, height: height)
        width = span.count
        fit()
        gtk_widget_set_size_request(photo.box.root.pointer, -1, Int32(height))
    }

    /// Hides what a narrow tile has no space for.
    private func fit() {
        initials.show(width < Self.widthOfInitials ? nil : author)
        commentsButton.isVisible = showsComments && width >= Self.widthOfButton
    }

    override func unbind() {
        super.unbind()
        photo.unbind()
    }

    override func display(_ state: FeedImageState<Texture>) {
        photo.display(state)
        root.setAccessibleBusy(state.isLoading)
    }
}

/// The initials of an author in a coloured circle.
final class Initials {
    let root = Widget.row()
    private var avatar: OpaquePointer?

    /// Shows the initials of a name; `nil` shows nothing. Names without letters have a symbol instead.
    func show(_ name: String?) {
        root.isVisible = name != nil
        guard let name else { return }
        let text = PlainText.line(name)
        guard let avatar else {
            let made = Widget(adw_avatar_new(32, text, gboolean(1))).aligned(vertically: GTK_ALIGN_CENTER)
            avatar = made.opaque
            // Screen readers read the name beside it.
            return root.append([made])
        }
        adw_avatar_set_text(avatar, text)
    }
}

extension Widget {
    /// Creates a flat button that opens the comments.
    static func commentsButton(_ language: Language) -> Widget {
        .iconButton(
            "user-available-symbolic", label: ImageCommentsPresenter.title(in: language), classes: ["flat", "circular"]
        ).aligned(vertically: GTK_ALIGN_CENTER)
    }
}
