import AccessibleDesktop

extension AppWindow {
    /// The feed as it is seen in the window.
    struct FeedPage: Equatable, Sendable {
        struct Card: Equatable, Sendable {
            let location: String?
            let description: String?
            /// What the card's button is called.
            let name: String
            /// The retry button's name, where it is seen.
            let retry: String?
            let isLoading: Bool
        }

        var cards: [Card] = []
        var note: String?
        var banner: String?
        /// What stands where the rows would be.
        var status: String?
        var loadMoreMessage: String?

        /// The feed once no load of it runs any more.
        static func settled(in window: AppWindow) async throws -> FeedPage {
            try await window.wait(for: "a feed that does not load") { FeedPage(in: $0) }
        }

        /// The feed once all its pages are there and all of its pictures have come.
        static func complete(in window: AppWindow, count: Int) async throws -> FeedPage {
            try await shown(in: window, "\(count) cards with their pictures") { page in
                page.cards.count == count && page.cards.allSatisfy { !$0.isLoading && $0.retry == nil }
            }
        }

        /// The feed once it is as it is wanted.
        static func shown(
            in window: AppWindow, _ what: String, where isWanted: @Sendable (FeedPage) -> Bool
        ) async throws -> FeedPage {
            try await window.wait(for: what) { window in FeedPage(in: window).flatMap { isWanted($0) ? $0 : nil } }
        }

        /// `nil` while the feed loads, or another screen is seen.
        init?(in window: Accessible) {
            let all = window.all { $0.isShowing }
            guard all.contains(where: { $0.role == .label && $0.label == "Feed" }),
                all.contains(where: { $0.role == .button && $0.label == "Refresh" && !$0.isBusy })
            else { return nil }
            cards = all.filter { $0.role == .listItem }.compactMap(Card.init)
            let labels = all.filter { $0.role == .label }.map(\.label)
            note = labels.first { $0.hasPrefix("Offline.") || $0.hasPrefix("The saved feed.") }
            banner =
                window.first { $0.role == .alert && $0.isShowing }?
                .first { $0.role == .label }?.label
            if labels.contains("Can’t Load the Feed") || labels.contains("No Images") {
                status = labels.first { $0.hasSuffix(".") && $0 != note }
            }
            guard !cards.isEmpty || status != nil else { return nil }
            loadMoreMessage = all.filter { $0.role == .listItem }.last.flatMap { row in
                Card(row) == nil ? row.first { $0.role == .label && $0.isShowing && !$0.label.isEmpty }?.label : nil
            }
        }
    }

}

extension AppWindow.FeedPage.Card {
    /// `nil` for the row that loads more.
    init?(_ row: Accessible) {
        let buttons = row.all { $0.role == .button && $0.isShowing }
        guard let open = buttons.first(where: { $0.label.hasPrefix("Open the comments of ") }) else { return nil }
        name = open.label
        retry = buttons.first { $0.label.hasPrefix("Retry loading ") }?.label
        // In the order in which they are seen: where, the picture, what.
        let parts = row.all { $0.isShowing && ($0.role == .label || $0.role == .button) }
        let picture = parts.firstIndex { $0.label.hasPrefix("Open the comments of ") } ?? 0
        let isText: (Accessible) -> Bool = { $0.role == .label && !$0.label.isEmpty }
        location = parts[..<picture].first(where: isText)?.label
        description = parts[picture...].first(where: isText)?.label
        isLoading = row.first { $0.isBusy } != nil
    }
}
