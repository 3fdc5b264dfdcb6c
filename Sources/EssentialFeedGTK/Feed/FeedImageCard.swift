import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats

/// The card of an image: its author, location, date, picture and description.
///
/// The height depends on the width, the texts and the shape of the picture, so it is known before the picture loads. A
/// card is reused for another image after it leaves the screen; it shows only what its current controller displays.
final class FeedImageCard: FeedImageView {
    typealias Picture = Texture

    /// The maximum number of lines of a collapsed description.
    private static let descriptionLines: Int32 = 6

    let root: Widget
    /// Called when the user wants to see the whole image.
    var onOpen: ((FeedImage.ID) -> Void)?
    /// Called when the user wants to see the comments of the image.
    var onOpenComments: ((FeedImage.ID) -> Void)?
    /// Called when the user wants to expand or collapse the description.
    var onUnfold: ((FeedImageCard) -> Void)?
    /// Whether a click outside the buttons opens the image. In a row with a single card, the list does that.
    var opensByClick = false
    private(set) var image: FeedImage?
    private var controller: FeedImageController<Texture>?
    private(set) var isShown = false

    private let language: Language
    private let reference: ObjectReference
    private let authorRow: Widget
    private let author: Widget
    private let locationRow: Widget
    /// The location with its pin.
    private let place: Widget
    private let location: Widget
    /// The dates beside the author and beside the location. At most one is shown.
    private let dates: (author: Widget, location: Widget)
    private let photo: PhotoBox
    /// Shows why the picture couldn't be loaded, with the retry button.
    private let failure: Widget
    private let reason: Widget
    private let retryButton: Widget
    private let retryFocus: RetryFocus
    private let description: Widget
    private let unfoldButton: Widget
    private let commentsButton: Widget
    /// The buttons below the description.
    private let links: Widget
    /// Whether a button opens the comments.
    var showsComments = true {
        didSet { commentsButton.isVisible = showsComments }
    }

    init(language: Language) {
        self.language = language
        dates = (Self.dateLabel(), Self.dateLabel())
        author = .label(classes: ["heading"], lines: 1).expanding(horizontally: true)
        authorRow = .row([author, dates.author])
        BesideOrBelowLayout.apply(to: authorRow, spacing: 12)
        location = .label(classes: ["feed-location", "dim-label"], lines: 2).expanding(horizontally: true)
        let pin = Widget(gtk_image_new_from_icon_name("mark-location-symbolic"))
            .with(["dim-label", "feed-pin"]).aligned(vertically: GTK_ALIGN_START)
        place = .row(spacing: 6, [pin, location])
        locationRow = .row([place, dates.location])
        BesideOrBelowLayout.apply(to: locationRow, spacing: 6)

        reason = .centredLabel()
        // A click on the text opens the image, like a click anywhere else in the box.
        gtk_widget_set_can_target(reason.pointer, gboolean(0))
        retryButton = .iconButton(
            "view-refresh-symbolic", label: language.text(.tryAgain), classes: ["circular", "osd", "feed-retry"]
        ).aligned(horizontally: GTK_ALIGN_CENTER)
        failure = .column(spacing: 12, [reason, retryButton]).margins(horizontal: 12)
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        failure.isVisible = false
        photo = PhotoBox(failure)
        photo.picture.with(["feed-picture"])

        description = .label()
        unfoldButton = .textButton(language.text(.more), classes: ["flat", "feed-link"])
        commentsButton = .textButton(ImageCommentsPresenter.title(in: language), classes: ["flat", "feed-link"])
            .expanding(horizontally: true).aligned(horizontally: GTK_ALIGN_END)
        links = .row([unfoldButton, commentsButton]).with(["feed-links"])
        root = .column(spacing: 9, [authorRow, locationRow, photo.root, description, links])
            .with(["card", "feed-card"])
        reference = ObjectReference(root.raw)
        retryFocus = RetryFocus(of: retryButton, in: photo.root)

        photo.openButton.onClick { [weak self] in self?.open() }
        if let click = gtk_gesture_click_new() {
            Signal.connect(UnsafeMutableRawPointer(click), "released") { [weak self] _ in
                guard let self, opensByClick else { return }
                open()
            }
            gtk_widget_add_controller(root.pointer, click)
        }
        commentsButton.onClick { [weak self] in self?.openComments() }
        unfoldButton.onClick { [weak self] in
            guard let self else { return }
            onUnfold?(self)
        }
        retryButton.onClick { [weak self] in self?.controller?.retry() }
    }

    /// Shows the texts of an image. Its picture is loaded once ``becomeVisible()`` is called.
    /// - Parameters:
    ///   - isUnfolded: Whether a long description is shown in full.
    ///   - width: The width of the card's content in application pixels. It determines whether a description is long.
    func bind(
        _ image: FeedImage, _ texts: FeedImageViewModel, isUnfolded: Bool, width: Int,
        _ controller: FeedImageController<Texture>?
    ) {
        if self.controller !== controller { resignVisible() }
        if self.image?.id != image.id { retryFocus.forget() }
        if self.image?.placeholder != image.placeholder || self.image == nil {
            photo.show(placeholder: image.placeholder)
            // The background would shine through a picture that fades in over its placeholder.
            photo.picture.setClass("at-once", photo.hasPlaceholder)
        }
        self.image = image
        self.controller = controller
        FixedAspectLayout.set(heightByWidth: PictureAspect(of: image.shownSize).heightByWidth, of: photo.root)
        show(texts)
        let name = texts.name(in: language)
        show(description: texts.description, isUnfolded: isUnfolded, width: width, name: name)
        photo.openButton.setAccessibleLabel(language.text(.openImage, name))
        commentsButton.setAccessibleLabel(language.text(.openComments, name))
        retryButton.setAccessibleLabel(language.text(.retryImage, name))
    }

    /// Shows who took the image, where and when. The date is beside the author or, without an author, beside the
    /// location.
    private func show(_ texts: FeedImageViewModel) {
        author.show(texts.author ?? "")
        authorRow.isVisible = texts.author != nil
        location.show(texts.location ?? "")
        place.isVisible = texts.hasLocation
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

    private func show(description text: String?, isUnfolded: Bool, width: Int, name: String) {
        let text = PlainText.clean(text ?? "")
        let isLong = isLong(text, width: width)
        gtk_label_set_lines(description.opaque, isUnfolded ? -1 : Self.descriptionLines)
        gtk_label_set_ellipsize(description.opaque, isUnfolded ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END)
        description.setText(text)
        description.isVisible = !text.isEmpty
        unfoldButton.isVisible = isLong
        links.isVisible = isLong || showsComments
        gtk_button_set_label(unfoldButton.button, language.text(isUnfolded ? .less : .more))
        unfoldButton.setAccessibleLabel(language.text(isUnfolded ? .showLess : .showMore, name))
    }

    /// Returns whether a description doesn't fit into a collapsed card.
    private func isLong(_ text: String, width: Int) -> Bool {
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

    func display(_ state: FeedImageState<Texture>) {
        let (shown, failed) = (state.picture, state.failure)
        photo.display(state)
        let size = image?.shownSize ?? shown.map { PixelSize(width: $0.width, height: $0.height) }
        let isTiny = size?.isTiny ?? false
        gtk_picture_set_content_fit(photo.picture.opaque, isTiny ? GTK_CONTENT_FIT_SCALE_DOWN : GTK_CONTENT_FIT_COVER)
        photo.picture.setClass("shown", shown != nil)
        reason.show(failed.map { $0.message(in: language) } ?? "")
        retryFocus.update {
            retryButton.isVisible = failed?.mayRetry ?? false
            failure.isVisible = failed != nil
        }
        root.setAccessibleBusy(state.isLoading)
    }

    /// The sizes of pictures on cards of this width, once the card has been laid out.
    var sizing: PictureSizing? {
        let width = Int(gtk_widget_get_width(photo.root.pointer))
        let scale = Int(gtk_widget_get_scale_factor(photo.root.pointer))
        return width > 0 && scale > 0 ? .cards(width: width, scale: scale) : nil
    }

    func grabFocus() {
        gtk_widget_grab_focus(photo.openButton.pointer)
    }

    private func open() {
        guard let image else { return }
        onOpen?(image.id)
    }

    private func openComments() {
        guard let image else { return }
        onOpenComments?(image.id)
    }
}
