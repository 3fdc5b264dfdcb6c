import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats

/// The card of an image. The height depends on its width, texts and shape, so it is known before the picture loads.
final class FeedImageCard: FeedCard {
    private static let descriptionLines: Int32 = 6

    var isUnfolded = false
    /// The width of the card's content in application pixels. It determines whether a description is long.
    var width = 0

    private let initials = Initials()
    private let authorRow: Widget
    private let author: Widget
    private let locationRow: Widget
    private let pinned: Widget
    private let location: Widget
    /// The dates beside the author and beside the location. At most one is shown.
    private let dates: (author: Widget, location: Widget)
    private let description: Widget
    private let unfoldButton: Widget
    private let links: Widget

    init(showsComments: Bool, language: Language) {
        dates = (Self.dateLabel().aligned(vertically: GTK_ALIGN_CENTER), Self.dateLabel())
        author = .label(classes: ["heading"], lines: 1).aligned(vertically: GTK_ALIGN_CENTER)
            .expanding(horizontally: true)
        authorRow = .row([.row(spacing: 9, [initials.root, author]), dates.author])
        BesideOrBelowLayout.apply(to: authorRow, spacing: 12)
        location = .label(classes: ["feed-location", "dim-label"], lines: 2).expanding(horizontally: true)
        let pin = Widget(gtk_image_new_from_icon_name("mark-location-symbolic"))
            .with(["dim-label", "inline-icon"]).aligned(vertically: GTK_ALIGN_START)
        pinned = .row(spacing: 6, [pin, location])
        locationRow = .row([pinned, dates.location])
        BesideOrBelowLayout.apply(to: locationRow, spacing: 6)
        description = .label()
        unfoldButton = .textButton(language.text(.more), classes: ["flat", "feed-link"])
            .aligned(vertically: GTK_ALIGN_CENTER)
        links = .row([unfoldButton]).with(["feed-links"])
        super.init(root: .column(spacing: 9), showsComments: showsComments, language: language)
        links.append([comments.root.expanding(horizontally: true).aligned(horizontally: GTK_ALIGN_END)])
        root.append([authorRow, locationRow, box.root, description, links])
        comments.root.isVisible = showsComments
        unfoldButton.onClick { [weak self] in self?.send(.unfold) }
    }

    override func bind(_ image: FeedImage, _ texts: FeedImageViewModel, _ controller: FeedImageController<Texture>?) {
        super.bind(image, texts, controller)
        FixedAspectLayout.set(heightByWidth: PictureAspect(of: image.shownSize).heightByWidth, of: box.root)
        show(texts)
        show(description: texts.description, name: texts.name(in: language))
    }

    /// The date is beside the author or, without one, beside the location.
    private func show(_ texts: FeedImageViewModel) {
        initials.show(texts.author)
        author.show(texts.author ?? "")
        authorRow.isVisible = texts.author != nil
        location.show(texts.location ?? "")
        pinned.isVisible = texts.hasLocation
        locationRow.isVisible = texts.hasLocation || texts.author == nil && texts.date != nil
        for (label, isShown) in [(dates.author, texts.author != nil), (dates.location, texts.author == nil)] {
            label.show(texts.date ?? "")
            label.showDetail(texts.absoluteDate)
            label.isVisible = isShown && texts.date != nil
        }
    }

    private static func dateLabel() -> Widget {
        let label = Widget.label(classes: ["feed-date", "dim-label"]).aligned(vertically: GTK_ALIGN_START)
        gtk_label_set_wrap(label.opaque, gboolean(0))
        return label
    }

    private func show(description text: String?, name: String) {
        let text = PlainText.clean(text ?? "")
        let isLong = isLong(text)
        gtk_label_set_lines(description.opaque, isUnfolded ? -1 : Self.descriptionLines)
        gtk_label_set_ellipsize(description.opaque, isUnfolded ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END)
        description.setText(text)
        description.isVisible = !text.isEmpty
        unfoldButton.isVisible = isLong
        links.isVisible = isLong || showsComments
        gtk_button_set_label(unfoldButton.button, language.text(isUnfolded ? .less : .more))
        unfoldButton.setAccessibleLabel(language.text(isUnfolded ? .showLess : .showMore, name))
    }

    private func isLong(_ text: String) -> Bool {
        // A few words always fit, and thousands of characters never do, so measuring them isn't necessary.
        guard width > 0, text.utf8.count > 60 else { return false }
        guard text.utf8.count <= 4_000 else { return true }
        guard let layout = gtk_widget_create_pango_layout(description.pointer, text.replacing("\n", with: " ")) else {
            return false
        }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        pango_layout_set_width(layout, Int32(clamping: width) * PANGO_SCALE)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        return pango_layout_get_line_count(layout) > Self.descriptionLines
    }

    var sizing: PictureSizing? {
        let width = Int(gtk_widget_get_width(box.root.pointer))
        let scale = Int(gtk_widget_get_scale_factor(box.root.pointer))
        return width > 0 && scale > 0 ? .cards(width: width, scale: scale) : nil
    }

    override func grabFocus() { gtk_widget_grab_focus(box.openButton.pointer) }
}
