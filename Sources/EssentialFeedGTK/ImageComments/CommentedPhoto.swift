import CAdwaita
import CGtkKit
import EssentialFeed
import GtkKit
import ImageFormats

/// The photo above its comments: a small picture and the full texts. Screen readers announce it as a region.
final class CommentedPhoto: FeedImageView {
    typealias Picture = Texture

    /// The width of the picture in application pixels.
    private static let pictureWidth: Int32 = 96

    let root: Widget
    /// Called when the user wants to see the whole image.
    var onOpen: (() -> Void)?
    /// Receives the link that the user follows.
    var onLink: ((WebLink) -> Void)?
    private let controller: FeedImageController<Texture>
    private let language: Language
    private let reference: ObjectReference
    private let pictureBox: Widget
    private let placeholder: Widget
    private let hasPlaceholder: Bool
    private let openButton: Widget
    private let picture: Widget
    /// Shown instead of a picture that couldn't be loaded. The viewer shows the reason.
    private let missing: Widget
    private let author = LinkedLabel(classes: ["heading"])
    private let locationRow: Widget
    private let location = LinkedLabel(classes: ["feed-location", "dim-label"])
    private let date: Widget
    private let description = LinkedLabel()
    private var hasFailed = false

    /// - Parameter controller: The controller of the picture.
    init(_ controller: FeedImageController<Texture>, language: Language) {
        self.controller = controller
        self.language = language
        let image = controller.image
        placeholder = Widget(gtk_picture_new())
        gtk_picture_set_content_fit(placeholder.opaque, GTK_CONTENT_FIT_COVER)
        gtk_widget_set_can_target(placeholder.pointer, gboolean(0))
        let blurred = image.placeholder.flatMap { Texture(placeholder: $0) }
        gtk_picture_set_paintable(placeholder.opaque, blurred?.pointer)
        hasPlaceholder = blurred != nil
        picture = Widget(gtk_picture_new())
        gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_COVER)
        openButton = Widget(gtk_button_new()).with(["flat", "feed-open"])
        gtk_button_set_child(openButton.button, picture.pointer)
        missing = Widget(gtk_image_new_from_icon_name("image-missing-symbolic")).with(["dim-label"])
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        gtk_widget_set_can_target(missing.pointer, gboolean(0))
        pictureBox = Widget.row([placeholder, openButton, missing]).with(["feed-picture-box"])
            .aligned(horizontally: GTK_ALIGN_START, vertically: GTK_ALIGN_START)
        gtk_widget_set_overflow(pictureBox.pointer, GTK_OVERFLOW_HIDDEN)
        FixedAspectLayout.apply(
            to: pictureBox, heightByWidth: PictureAspect(of: image.pixelSize).heightByWidth)
        gtk_widget_set_size_request(pictureBox.pointer, Self.pictureWidth, -1)

        let pin = Widget(gtk_image_new_from_icon_name("mark-location-symbolic"))
            .with(["dim-label"]).aligned(vertically: GTK_ALIGN_START)
        locationRow = .row(spacing: 6, [pin, location.root.expanding(horizontally: true)])
        date = .label(classes: ["feed-date", "dim-label"])
        let caption = WidthFirstLayout.around(.column(spacing: 3, [author.root, locationRow, date]))
            .expanding(horizontally: true)
        root = Widget(gtkkit_box_with_role(GTK_ORIENTATION_VERTICAL, GTK_ACCESSIBLE_ROLE_REGION))
            .with(["commented-photo"])
        root.append([.column(spacing: 9, [.row(spacing: 12, [pictureBox, caption]), description.root])])
        WidthFirstLayout.apply(to: root)
        root.setAccessibleLabel(language.text(.photo))
        reference = ObjectReference(root.raw)

        openButton.onClick { [weak self] in self?.onOpen?() }
        for label in [author, location, description] {
            label.onLink = { [weak self] in self?.onLink?($0) }
        }
        // The picture is looked up in memory each time the widget appears, and released when the widget disappears.
        Signal.connect(root, "map") { [weak self] in self?.becomeVisible() }
        Signal.connect(root, "unmap") { [weak self] in self?.resignVisible() }
        display(.empty)
    }

    /// Shows the image's texts.
    func display(_ texts: FeedImageViewModel) {
        author.show(texts.author ?? "")
        author.root.isVisible = texts.author != nil
        location.show(texts.location ?? "")
        locationRow.isVisible = texts.location != nil
        date.show(texts.date ?? "")
        date.showDetail(texts.absoluteDate)
        date.isVisible = texts.date != nil
        description.show(texts.description ?? "")
        description.root.isVisible = texts.description != nil
        let parts = [texts.author, texts.location, texts.description].compactMap(\.self)
        let name = parts.isEmpty ? language.text(.image) : PlainText.clean(parts.joined(separator: ", "))
        openButton.setAccessibleLabel(language.text(.openImage, name))
    }

    func display(_ state: FeedImageState<Texture>) {
        var shown: Texture?
        var isLoading = false
        hasFailed = false
        switch state {
        case .empty: break
        case .loading: isLoading = true
        case .shown(let texture): shown = texture
        case .failed: hasFailed = true
        }
        gtk_picture_set_paintable(picture.opaque, shown?.pointer)
        placeholder.isVisible = hasPlaceholder && shown == nil
        pictureBox.setClass("loading", isLoading && !hasPlaceholder)
        missing.isVisible = hasFailed && !hasPlaceholder
    }

    /// Loads the picture again if it couldn't be loaded.
    func retryPicture() {
        if hasFailed { controller.retry() }
    }

    /// Moves the keyboard focus to the picture.
    func grabFocus() {
        gtk_widget_grab_focus(openButton.pointer)
    }

    private func becomeVisible() {
        controller.becomeVisible(self)
    }

    private func resignVisible() {
        controller.resignVisible(self)
        display(.empty)
    }
}
