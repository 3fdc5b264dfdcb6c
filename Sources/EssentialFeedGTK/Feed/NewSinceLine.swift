import CAdwaita
import CGtkKit
import EssentialFeed
import GtkKit

/// The line below the cards that are new since the user's last visit.
final class NewSinceLine {
    let root: Widget
    private let reference: ObjectReference

    init(language: Language) {
        let arrow = Widget(gtk_image_new_from_icon_name("go-up-symbolic"))
        let text = Widget(gtkkit_label_without_role(language.text(.newSince)))
        gtk_label_set_wrap(text.opaque, gboolean(1))
        gtk_label_set_justify(text.opaque, GTK_JUSTIFY_CENTER)
        root = Widget(gtkkit_box_with_role(GTK_ORIENTATION_HORIZONTAL, GTK_ACCESSIBLE_ROLE_SEPARATOR))
            .with(["feed-new-since", "dim-label"])
        root.append([
            Self.rule(), .row(spacing: 6, [arrow, text.with(["caption-heading"])]), Self.rule(),
        ])
        gtk_box_set_spacing(root.box, 12)
        root.setAccessibleLabel(language.text(.newSinceAbove))
        reference = ObjectReference(root.raw)
    }

    private static func rule() -> Widget {
        Widget.row().with(["feed-rule"]).expanding(horizontally: true).aligned(vertically: GTK_ALIGN_CENTER)
    }
}
