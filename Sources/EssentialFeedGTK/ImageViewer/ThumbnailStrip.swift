import CAdwaita
import EssentialFeed
import GtkKit
import ImageFormats

/// As many thumbnails as fit, around the photo that the viewer shows. Only these are loaded, and only while the strip
/// is shown.
final class ThumbnailStrip: WidgetOwner {
    private static let (side, spacing) = (60, 6)

    private let controller: ImageViewerController<Texture>
    private let language: Language
    private var thumbnails: [FeedImage: Thumbnail] = [:]
    private var width = 0
    private var shown: FeedImage.ID?
    private var layouts: WhileMapped?

    init(of controller: ImageViewerController<Texture>, language: Language) {
        (self.controller, self.language) = (controller, language)
        super.init(root: Widget.row().with(["thumbnail-strip"]))
        SpansLayout.apply(to: root)
        gtk_widget_set_size_request(root.pointer, -1, Int32(Self.side))
        root.isVisible = false
        root.setAccessibleLabel(language.text(.thumbnails))
        layouts = WhileMapped(layingOut: root) { [weak self] in
            guard let self, width != Int(gtk_widget_get_width(root.pointer)) else { return }
            update()
        }
    }

    func toggle() {
        width = 0
        guard root.isVisible else { return root.isVisible = true }
        // Without this, GTK would move the focus to a button, and Space would press it.
        if hasFocus { gtk_root_set_focus(gtk_widget_get_root(root.pointer), nil) }
        display([])
        root.isVisible = false
    }

    func update() {
        // A covered strip is updated at its next layout.
        guard root.isMapped else { return width = 0 }
        width = Int(gtk_widget_get_width(root.pointer))
        let step = Self.side + Self.spacing
        display(controller.images(aroundShown: max(1, (width + Self.spacing) / step)))
    }

    private func display(_ images: ArraySlice<FeedImage>) {
        let old = thumbnails
        thumbnails = [:]
        var start = (width - images.count * (Self.side + Self.spacing) + Self.spacing) / 2
        var before: Widget?
        for image in images {
            let thumbnail = old[image] ?? makeThumbnail(of: image)
            SpansLayout.set(start..<start + Self.side, of: thumbnail.root)
            thumbnail.mark(isCurrent: image.id == controller.image.id, in: language)
            // Screen readers read in this order.
            gtk_box_reorder_child_after(root.box, thumbnail.root.pointer, before?.pointer)
            thumbnails[image] = thumbnail
            before = thumbnail.root
            start += Self.side + Self.spacing
        }
        let isOther = shown != controller.image.id
        shown = controller.image.id
        if hasFocus, isOther || !thumbnails.values.contains(where: { $0.button.hasFocus }),
            let current = thumbnails[controller.image]
        {
            gtk_widget_grab_focus(current.button.pointer)
        }
        for (image, thumbnail) in old where thumbnails[image] == nil {
            gtk_box_remove(root.box, thumbnail.root.pointer)
        }
    }

    private func makeThumbnail(of image: FeedImage) -> Thumbnail {
        let side = Self.side * Int(gtk_widget_get_scale_factor(root.pointer))
        let thumbnail = Thumbnail(controller.picture(of: image, size: PixelSize(width: side, height: side)))
        let name = controller.texts(image).name(in: language)
        gtk_widget_set_tooltip_text(thumbnail.button.pointer, name)
        thumbnail.button.setAccessibleLabel(language.text(.openImage, name))
        thumbnail.button.onClick { [controller] in controller.show(image.id) }
        root.append([thumbnail.root])
        return thumbnail
    }

    private var hasFocus: Bool { root.windowFocus.map(root.contains) ?? false }
}

private final class Thumbnail: WidgetOwner, FeedImageView {
    typealias Picture = Texture

    let button: Widget
    private let box = PhotoBox.small()
    /// Ends the load when the thumbnail is released.
    private let controller: FeedImageController<Texture>

    init(_ controller: FeedImageController<Texture>) {
        self.controller = controller
        button = box.openButton
        super.init(root: box.root)
        FixedAspectLayout.set(heightByWidth: 1, of: root)
        box.show(placeholder: controller.image.placeholder)
        // The viewer's own photo is requested first.
        MainLoop.afterLayout { [weak self] in
            if let self { controller.becomeVisible(self) }
        }
    }

    func display(_ state: FeedImageState<Texture>) { box.display(state) }

    func mark(isCurrent: Bool, in language: Language) {
        root.setClass("current", isCurrent)
        button.setAccessibleDescription(isCurrent ? language.text(.currentPhoto) : "")
    }
}
