import CAdwaita
package import EssentialFeed
package import Foundation
import GtkKit

/// The screen with the details of an image, as a page or beside the viewer.
package final class ImageDetailsScreen: WidgetOwner {
    package var onOpenFolder: ((URL) -> Void)?
    private let list = ListRows.group()
    private let language: Language
    private var rows: [(Widget, LinkedLabel)] = []

    /// `isPane`: the screen is beside the viewer.
    package init(isPane: Bool, language: Language, onClose: @escaping () -> Void) {
        self.language = language
        let header = HeaderBar.make(title: language.text(.details))
        let content = Widget.clamp(list.margins(horizontal: 12, top: 12, bottom: 18))
        let scroller = Widget.scroller(content).expanding(horizontally: true, vertically: true)
        super.init(root: .column([header, scroller]))
        HeaderBar.addClose(to: header, of: root, isPane: isPane, language, onClose)
    }

    package func display(_ details: [ImageDetail]) {
        for (row, _) in rows { adw_preferences_group_remove(list.cast(), row.pointer) }
        rows = details.map { detail in
            let title = Widget.label(detail.title, classes: ["caption", "dim-label"])
            let value = LinkedLabel()
            value.show(detail.value)
            // The value is selectable, so it gets the focus.
            value.root.setAccessibleDescription(detail.title)
            let texts = Widget.column(spacing: 3, [title, value.root]).margins(horizontal: 6, top: 3, bottom: 3)
                .expanding(horizontally: true)
            let box = Widget.row([texts])
            if let folder = detail.folder {
                let open = Widget.iconButton("folder-symbolic", label: language.text(.openFolder), classes: ["flat"])
                open.onClick { [weak self] in self?.onOpenFolder?(folder) }
                box.append([open.aligned(vertically: GTK_ALIGN_CENTER)])
            }
            return (ListRows.row(around: box, hasEntry: false), value)
        }
        for (row, _) in rows { ListRows.add(row, to: list) }
    }
}
