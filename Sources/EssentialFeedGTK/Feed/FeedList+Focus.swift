import CAdwaita
import EssentialFeed
import GtkKit

/// The keyboard focus of the cards.
extension FeedList {
    /// Moves the keyboard focus to the card of an image. If the list has to scroll to the card first, the focus moves
    /// after the layout that shows the card.
    func focus(_ id: FeedImage.ID) {
        wantedFocus = nil
        guard !focusNow(id), rows.image(id) != nil else { return }
        wantedFocus = (id, attempts: 8)
        gtk_widget_queue_allocate(view.pointer)
    }

    /// Moves the focus to the wanted card if that card is on the screen now.
    func focusWanted() {
        guard let (id, attempts) = wantedFocus, view.isMapped else { return }
        guard !focusNow(id), attempts > 0, rows.image(id) != nil else {
            wantedFocus = nil
            return
        }
        guard mayMove() else { return }
        wantedFocus = (id, attempts: attempts - 1)
        reveal(id)
        gtk_widget_queue_allocate(view.pointer)
    }

    private func focusNow(_ id: FeedImage.ID) -> Bool {
        // A card without a position on the screen would lose the focus in the next layout, and the list would lose its
        // place.
        guard !isScrolling, let card = cards.first(where: { $0.image?.id == id && $0.root.isMapped }) else {
            return false
        }
        card.grabFocus()
        return true
    }

    /// The image whose card has the focus.
    var focusedImage: FeedImage.ID? {
        guard let window = gtk_widget_get_root(view.pointer), let focus = gtk_root_get_focus(window),
            gtk_widget_is_ancestor(focus, view.pointer) != 0
        else { return nil }
        return image(at: Widget(focus))?.id
    }

    /// Returns the image whose card contains the widget.
    func image(at widget: Widget) -> FeedImage? {
        cards.first { $0.root == widget || gtk_widget_is_ancestor(widget.pointer, $0.root.pointer) != 0 }?.image
    }
}
