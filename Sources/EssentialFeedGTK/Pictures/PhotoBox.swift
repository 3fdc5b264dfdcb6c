import CAdwaita
import EssentialFeed
import Foundation
import GtkKit

/// The box of a photo: its picture inside a button, with its blurred placeholder until the picture has loaded.
final class PhotoBox {
    let root: Widget
    let openButton = Widget(gtk_button_new()).with(["flat", "feed-open"])
    let picture = Widget(gtk_picture_new())
    private(set) var hasPlaceholder = false
    private let placeholder = Widget(gtk_picture_new())
    /// Shown instead of a picture that couldn't be loaded, unless there is a placeholder.
    private var missing: Widget?

    init(_ overlays: Widget...) {
        for widget in [placeholder, picture] { gtk_picture_set_content_fit(widget.opaque, GTK_CONTENT_FIT_COVER) }
        gtk_widget_set_can_target(placeholder.pointer, gboolean(0))
        gtk_button_set_child(openButton.button, picture.pointer)
        root = .row([placeholder, openButton] + overlays).with(["feed-picture-box"])
        gtk_widget_set_overflow(root.pointer, GTK_OVERFLOW_HIDDEN)
        FixedAspectLayout.apply(to: root, heightByWidth: PictureAspect(of: nil).heightByWidth)
    }

    /// Marks a picture that couldn't be loaded. The viewer shows the reason.
    static func small(classes: [String] = []) -> PhotoBox {
        let missing = Widget(gtk_image_new_from_icon_name("image-missing-symbolic")).with(classes)
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        gtk_widget_set_can_target(missing.pointer, gboolean(0))
        let box = PhotoBox(missing)
        box.missing = missing
        return box
    }

    func show(placeholder bytes: Data?) {
        let texture = bytes.flatMap { Texture(placeholder: $0) }
        gtk_picture_set_paintable(placeholder.opaque, texture?.pointer)
        hasPlaceholder = texture != nil
    }

    func display(_ state: FeedImageState<Texture>) {
        gtk_picture_set_paintable(picture.opaque, state.picture?.pointer)
        placeholder.isVisible = hasPlaceholder && state.picture == nil
        missing?.isVisible = state.failure != nil && !hasPlaceholder
        root.setClass("loading", state.isLoading && !hasPlaceholder)
    }
}
