import CAdwaita
import GtkKit

/// Waits for the first frame in which all cards on the screen show their pictures, for benchmarks and tests.
final class FirstPicturesProbe {
    private let window: Widget
    private let onEnd: () -> Void
    private var connection: (clock: UnsafeMutableRawPointer, id: UInt)?

    init(_ window: Widget, onEnd: @escaping () -> Void) {
        (self.window, self.onEnd) = (window, onEnd)
        guard let clock = gtk_widget_get_frame_clock(window.pointer) else { return }
        let raw = UnsafeMutableRawPointer(clock)
        connection = (raw, Signal.connect(raw, "after-paint") { [weak self] _ in self?.frameEnded() })
    }

    private func frameEnded() {
        guard connection != nil, Self.areComplete(cardsBelow: window) else { return }
        // The first layouts may add further cards, so one more frame must be complete.
        window.afterFrame { [weak self] in
            guard let self, let connection, Self.areComplete(cardsBelow: window) else { return }
            Signal.disconnect(connection.clock, connection.id)
            self.connection = nil
            onEnd()
        }
    }

    private static func areComplete(cardsBelow root: Widget) -> Bool {
        let cards = descendants(of: root) { $0.hasClass("feed-card") }
        return !cards.isEmpty
            && cards.allSatisfy { card in
                !descendants(of: card) { $0.hasClass("feed-picture") && $0.hasClass("shown") }.isEmpty
            }
    }

    private static func descendants(of root: Widget, where matches: (Widget) -> Bool) -> [Widget] {
        guard root.isMapped else { return [] }
        if matches(root) { return [root] }
        return root.children.flatMap { descendants(of: $0, where: matches) }
    }
}
