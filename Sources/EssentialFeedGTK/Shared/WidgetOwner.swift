package import GtkKit

/// A screen, or a part of one, that keeps its widget alive after a container has removed it.
package class WidgetOwner {
    package let root: Widget
    private let reference: ObjectReference

    init(root: Widget) {
        self.root = root
        reference = ObjectReference(root.raw)
    }
}
