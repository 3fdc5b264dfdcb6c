import CAdwaita
import EssentialFeed
import GtkKit

/// An image in a row of photos: its picture in full, above a caption of fixed height.
final class FeedTile: FeedCard {
    /// In application pixels at 100 % text.
    private static let widthOfButton = 150
    private static let widthOfInitials = 240

    private let initials = Initials()
    private let title = Widget.label(lines: 1)
    private let subtitle = Widget.label(classes: ["caption", "dim-label"], lines: 1)
    private var width = 0
    private var texts = FeedImageViewModel()

    init(showsComments: Bool, language: Language) {
        super.init(root: Widget.column().with(["feed-tile"]), showsComments: showsComments, language: language)
        FixedAspectLayout.set(heightByWidth: 0, of: box.root)
        let texts = Widget.column([title, subtitle]).aligned(vertically: GTK_ALIGN_CENTER).expanding(horizontally: true)
        let caption = Widget.row(spacing: 9, [initials.root, texts, comments.root]).with(["feed-caption"])
        gtk_widget_set_margin_start(caption.pointer, 6)
        root.append([box.root, caption])
        gtk_widget_set_overflow(root.pointer, GTK_OVERFLOW_HIDDEN)
    }

    override func bind(_ image: FeedImage, _ texts: FeedImageViewModel, _ controller: FeedImageController<Texture>?) {
        super.bind(image, texts, controller)
        self.texts = texts
        // Only people's names are bold.
        title.setClass("heading", texts.author != nil)
        fit()
        root.showDetail(texts.details)
    }

    override func place(_ span: Range<Int>, height: Int) {
        super.place(span, height: height)
        if span.count != width {
            width = span.count
            fit()
        }
        gtk_widget_set_size_request(box.root.pointer, -1, Int32(height))
    }

    private func fit() {
        let width = Int(Double(width) / title.textScale)
        let isNarrow = width < Self.widthOfInitials
        let caption = texts.caption(isNarrow: isNarrow)
        title.show(caption.title)
        subtitle.show(caption.subtitle)
        subtitle.isVisible = !caption.subtitle.isEmpty
        initials.show(isNarrow ? nil : texts.author)
        comments.root.isVisible = showsComments && width >= Self.widthOfButton
    }
}

final class Initials {
    /// Screen readers read the name beside it.
    let root = Widget.row(role: GTK_ACCESSIBLE_ROLE_NONE)
    private var avatar: OpaquePointer?

    /// `nil` shows nothing. Names without letters have a symbol instead.
    func show(_ name: String?) {
        root.isVisible = name != nil
        guard let name else { return }
        let text = PlainText.line(name)
        guard let avatar else {
            let made = Widget(adw_avatar_new(32, text, gboolean(1))).aligned(vertically: GTK_ALIGN_CENTER)
            avatar = made.opaque
            return root.append([made])
        }
        adw_avatar_set_text(avatar, text)
    }
}

final class CommentsButton {
    private static let maximumCount = 999

    let root: Widget
    private let count = Widget(gtk_label_new(nil)).with(["numeric"])
    private let language: Language

    init(_ language: Language) {
        self.language = language
        root = Widget(gtk_button_new()).with(["flat"]).aligned(vertically: GTK_ALIGN_CENTER)
        let icon = Widget(gtk_image_new_from_icon_name("user-available-symbolic")).with(["inline-icon"])
        let content = Widget.row(spacing: 6, [icon, count]).aligned(horizontally: GTK_ALIGN_CENTER)
        gtk_button_set_child(root.button, content.pointer)
    }

    func show(_ number: Int?, of name: String) {
        let number = number ?? 0
        // The mark keeps the plus sign behind the digits, even from right to left.
        count.setText(number > Self.maximumCount ? "\(Self.maximumCount)+\u{200E}" : String(number))
        count.isVisible = number > 0
        root.setClass("circular", number == 0)
        let link = ImageCommentsPresenter.link(to: number, in: language)
        gtk_widget_set_tooltip_text(root.pointer, link)
        root.setAccessibleLabel(language.text(.openComments, name))
        root.setAccessibleDescription(number > 0 ? link : "")
    }
}
