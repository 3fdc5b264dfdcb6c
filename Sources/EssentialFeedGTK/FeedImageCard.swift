import CAdwaita
import EssentialFeed
import GtkKit
import ImageFormats

/// The card of an image: its location, its picture and its description.
///
/// Its height depends on its width and its texts, never on the picture. A card is reused for another image after it has
/// left the screen; it shows only what its current controller displays.
final class FeedImageCard: FeedImageView {
    typealias Picture = Texture

    let root: Widget
    /// Called when the person wants the comments of the image.
    var onOpen: ((FeedImage.ID) -> Void)?
    private(set) var image: FeedImage?
    private var controller: FeedImageController<Texture>?
    private(set) var isShown = false

    private let language: Language
    private let reference: ObjectReference
    private let locationRow: Widget
    private let location: Widget
    private let pictureBox: Widget
    private let openButton: Widget
    private let picture: Widget
    /// Shows why there is no picture, with the retry button.
    private let failure: Widget
    private let reason: Widget
    private let retryButton: Widget
    private let description: Widget

    init(language: Language) {
        self.language = language
        location = .label(classes: ["feed-location", "dim-label"], lines: 2)
        let pin = Widget(gtk_image_new_from_icon_name("mark-location-symbolic"))
            .with(["dim-label"]).aligned(vertically: GTK_ALIGN_START)
        locationRow = .row(spacing: 6, [pin, location])

        picture = Widget(gtk_picture_new()).with(["feed-picture"])
        gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_COVER)
        openButton = Widget(gtk_button_new()).with(["flat", "feed-open"])
        gtk_button_set_child(openButton.button, picture.pointer)
        reason = .label()
        gtk_label_set_justify(reason.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_xalign(reason.opaque, 0.5)
        // A click on it opens the comments, as it does anywhere else in the box.
        gtk_widget_set_can_target(reason.pointer, gboolean(0))
        retryButton = .iconButton(
            "view-refresh-symbolic", label: language.text(.tryAgain), classes: ["circular", "osd", "feed-retry"]
        ).aligned(horizontally: GTK_ALIGN_CENTER)
        failure = .column(spacing: 12, [reason, retryButton]).margins(horizontal: 12)
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        failure.isVisible = false
        pictureBox = .row([openButton, failure]).with(["feed-picture-box"])
        gtk_widget_set_overflow(pictureBox.pointer, GTK_OVERFLOW_HIDDEN)
        FixedAspectLayout.apply(to: pictureBox)

        description = .label(classes: ["dim-label"], lines: 6)
        root = .column(spacing: 9, [locationRow, pictureBox, description]).with(["card", "feed-card"])
        reference = ObjectReference(root.raw)

        openButton.onClick { [weak self] in self?.open() }
        retryButton.onClick { [weak self] in self?.controller?.retry() }
    }

    /// Shows the texts of an image. Its picture is loaded once ``becomeVisible()`` is called.
    func bind(_ image: FeedImage, _ controller: FeedImageController<Texture>?) {
        if self.controller !== controller { resignVisible() }
        self.image = image
        self.controller = controller
        let texts = FeedImagePresenter.map(image)
        location.show(texts.location ?? "")
        locationRow.isVisible = texts.hasLocation
        description.show(texts.description ?? "")
        description.isVisible = texts.description != nil
        let parts = [texts.location, texts.description].compactMap(\.self)
        let name = parts.isEmpty ? language.text(.image) : PlainText.clean(parts.joined(separator: ", "))
        openButton.setAccessibleLabel(language.text(.openComments, name))
        retryButton.setAccessibleLabel(language.text(.retryImage, name))
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
        var shown: Texture?
        var isLoading = false
        var failed: FeedImageError?
        switch state {
        case .empty: break
        case .loading: isLoading = true
        case .shown(let texture): shown = texture
        case .failed(let failure): failed = failure
        }
        gtk_picture_set_paintable(picture.opaque, shown?.pointer)
        picture.setClass("shown", shown != nil)
        pictureBox.setClass("loading", isLoading)
        reason.show(failed.map { $0.message(in: language) } ?? "")
        retryButton.isVisible = failed?.mayRetry ?? false
        failure.isVisible = failed != nil
        root.setAccessibleBusy(isLoading)
    }

    /// The size of the picture's box in physical pixels, once it has been laid out.
    var pictureSize: PixelSize? {
        let scale = Int(gtk_widget_get_scale_factor(pictureBox.pointer))
        let width = Int(gtk_widget_get_width(pictureBox.pointer)) * scale
        let height = Int(gtk_widget_get_height(pictureBox.pointer)) * scale
        return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
    }

    func grabFocus() {
        gtk_widget_grab_focus(openButton.pointer)
    }

    private func open() {
        guard let image else { return }
        onOpen?(image.id)
    }
}
