import CAdwaita
import EssentialFeed
import GtkKit

/// The keyboard focus of the cards.
extension FeedList {
    /// Moves the keyboard focus to the card of an image. If the list has to be scrolled to the card first, the focus moves
    /// after the layout that shows it.
    func focus(_ id: FeedImage.ID) {
        wantedFocus = nil
        guard !focusNow(id), rows.image(id) != nil else { return }
        wantedFocus = (id, attempts: 8)
        gtk_widget_queue_allocate(view.pointer)
    }

    /// Moves the focus that was wanted, if its card is on the screen now.
    func focusWanted() {
        guard let (id, attempts) = wantedFocus, view.isMapped else { return }
        guard !focusNow(id), attempts > 0, rows.image(id) != nil else {
            wantedFocus = nil
            return
        }
        wantedFocus = (id, attempts: attempts - 1)
        reveal(id)
        gtk_widget_queue_allocate(view.pointer)
    }

    private func focusNow(_ id: FeedImage.ID) -> Bool {
        // A card that has no place on the screen yet would lose the focus, and the list its place, in the next layout.
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
        return cards.first { gtk_widget_is_ancestor(focus, $0.root.pointer) != 0 }?.image?.id
    }
}
