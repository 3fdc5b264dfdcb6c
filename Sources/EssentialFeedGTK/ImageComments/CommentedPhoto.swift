import CAdwaita
import EssentialFeed
import GtkKit
import ImageFormats

/// The photo above its comments: a small picture and the full texts. Screen readers announce it as a region.
final class CommentedPhoto: WidgetOwner, FeedImageView {
    typealias Picture = Texture

    /// The width of the picture in application pixels.
    private static let pictureWidth: Int32 = 96

    var onOpen: (() -> Void)?
    private let controller: FeedImageController<Texture>
    private let language: Language
    private let photo = PhotoBox.small(classes: ["dim-label"])
    private let author = LinkedLabel(classes: ["heading"])
    private let locationRow: Widget
    private let location = LinkedLabel(classes: ["feed-location", "dim-label"])
    private let date: Widget
    private let description = LinkedLabel()
    private var hasFailed = false

    init(_ controller: FeedImageController<Texture>, language: Language) {
        (self.controller, self.language) = (controller, language)
        let image = controller.image
        photo.show(placeholder: image.placeholder)
        FixedAspectLayout.set(heightByWidth: PictureAspect(of: image.pixelSize).heightByWidth, of: photo.root)
        gtk_widget_set_size_request(photo.root.pointer, Self.pictureWidth, -1)

        let pin = Widget(gtk_image_new_from_icon_name("mark-location-symbolic"))
            .with(["dim-label", "inline-icon"]).aligned(vertically: GTK_ALIGN_START)
        locationRow = .row(spacing: 6, [pin, location.root.expanding(horizontally: true)])
        date = .label(classes: ["feed-date", "dim-label"])
        let box = photo.root.aligned(horizontally: GTK_ALIGN_START, vertically: GTK_ALIGN_START)
        let caption = WidthFirstLayout.around(.column(spacing: 3, [author.root, locationRow, date]))
            .expanding(horizontally: true)
        let content = Widget.column(spacing: 9, [.row(spacing: 12, [box, caption]), description.root])
        super.init(root: Widget.column(role: GTK_ACCESSIBLE_ROLE_REGION, [content]).with(["commented-photo"]))
        WidthFirstLayout.apply(to: root)
        root.setAccessibleLabel(language.text(.photo))

        photo.openButton.onClick { [weak self] in self?.onOpen?() }
        // The picture is looked up in memory each time the widget appears, and released when the widget disappears.
        Signal.connect(root, "map") { [weak self] in self?.becomeVisible() }
        Signal.connect(root, "unmap") { [weak self] in self?.resignVisible() }
        display(.empty)
    }

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
        photo.openButton.setAccessibleLabel(language.text(.openImage, texts.name(in: language)))
    }

    func display(_ state: FeedImageState<Texture>) {
        hasFailed = state.failure != nil
        photo.display(state)
    }

    func retryPicture() { if hasFailed { controller.retry() } }
    func grabFocus() { gtk_widget_grab_focus(photo.openButton.pointer) }
    private func becomeVisible() { controller.becomeVisible(self) }

    private func resignVisible() {
        controller.resignVisible(self)
        display(.empty)
    }
}
