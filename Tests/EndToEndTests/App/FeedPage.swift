import AccessibleDesktop
import TestSupport

extension AppWindow {
    /// The feed as the window shows it.
    struct FeedPage: Equatable, Sendable {
        struct Card: Equatable, Sendable {
            let location: String?
            let description: String?
            /// The name of the button with the picture.
            let name: String
            /// The name of the comments button.
            let comments: String
            /// The name of the visible retry button.
            let retry: String?
            let isLoading: Bool
            /// The reason for a missing picture.
            let reason: String?
            /// The salt of the test picture that fills the picture's place on the screen.
            let picture: UInt8?
        }

        var cards: [Card] = []
        var note: String?
        var banner: String?
        /// The status page in place of the rows.
        var status: String?
        var loadMoreMessage: String?

        /// Waits until the feed no longer loads, and returns it.
        static func settled(in window: AppWindow) async throws -> FeedPage {
            try await window.wait(for: "a feed that does not load") { FeedPage(in: $0) }
        }

        /// Waits until all pages are there and the picture of each card is on the screen, and returns the feed.
        ///
        /// The window must be high enough for all cards, and the pictures must be from `anyPNG`.
        static func complete(in window: AppWindow, count: Int) async throws -> FeedPage {
            try await shown(in: window, "\(count) cards with their pictures") { page in
                page.cards.count == count && page.hasPictures
            }
        }

        /// Whether the picture of each card is on the screen.
        var hasPictures: Bool {
            cards.allSatisfy { !$0.isLoading && $0.retry == nil && $0.reason == nil && $0.picture != nil }
        }

        /// Waits until the feed meets the condition, and returns it.
        static func shown(
            in window: AppWindow, _ what: String, where isWanted: @escaping @Sendable (FeedPage) -> Bool
        ) async throws -> FeedPage {
            try await window.wait(for: what) { window in FeedPage(in: window).flatMap { isWanted($0) ? $0 : nil } }
        }

        /// Returns `nil` while the feed loads or another screen is shown.
        init?(in window: Accessible) {
            let all = window.all { $0.isShowing }
            guard !all.contains(where: { $0.role == .button && $0.label == "Back" }),
                all.contains(where: { $0.role == .button && $0.label == "Refresh" && !$0.isBusy })
            else { return nil }
            let screen = Screen()
            cards = all.filter { $0.role == .listItem }.compactMap { Card($0, on: screen) }
            let labels = all.filter { $0.role == .label }.map(\.label)
            note = labels.first { text in ["Offline.", "The saved feed.", "Updated "].contains { text.hasPrefix($0) } }
            banner =
                window.first { $0.role == .alert && $0.isShowing }?
                .first { $0.role == .label }?.label
            if labels.contains("Can’t Load the Feed") || labels.contains("No Photos") {
                status = labels.first { $0.hasSuffix(".") && $0 != note }
            }
            guard !cards.isEmpty || status != nil else { return nil }
            loadMoreMessage = all.filter { $0.role == .listItem }.last.flatMap { row in
                Card(row, on: nil) == nil
                    ? row.first { $0.role == .label && $0.isShowing && !$0.label.isEmpty }?.label : nil
            }
        }
    }

}

extension AppWindow.FeedPage.Card {
    /// Returns `nil` for the row that loads more.
    init?(_ row: Accessible, on screen: Screen?) {
        let buttons = row.all { $0.role == .button && $0.isShowing }
        guard let open = buttons.first(where: { $0.label.hasPrefix("View ") }) else { return nil }
        name = open.label
        // A card has no such button where photos can't have comments.
        comments = buttons.first { $0.label.hasPrefix("Open the comments of ") }?.label ?? ""
        retry = buttons.first { $0.label.hasPrefix("Try Again: ") }?.label
        isLoading = row.first { $0.isBusy } != nil
        // In their order on the screen: author, location with the date, place of the picture, description, buttons.
        let parts = row.children.first?.children ?? []
        let picture = parts.firstIndex { $0.first { $0.label == open.label } != nil } ?? 0
        let isText: (Accessible) -> Bool = { $0.role == .label && !$0.label.isEmpty }
        // Not lazily: that would read a changing window twice.
        let location = parts.prefix(picture).last?.all(where: isText).map(\.label) ?? []
        self.location = location.first { !$0.hasSuffix(" ago") && $0 != "now" && !$0.hasPrefix("in ") }
        reason = parts.dropFirst(picture).first?.first(where: isText)?.label
        description =
            parts.dropFirst(picture + 1).filter { $0.first { $0.role == .button } == nil }
            .compactMap { $0.first(where: isText)?.label }.first
        self.picture = open.frame.flatMap { frame in screen.flatMap { Self.picture(in: frame, on: $0) } }
    }

    /// Returns the salt of the test picture displayed in the middle of the frame and near its corners.
    private static func picture(in frame: Frame, on screen: Screen) -> UInt8? {
        let places = [(2, 2), (1, 1), (3, 1), (1, 3), (3, 3)].map { (column, row) in
            screen.colour(x: frame.x + frame.width * column / 4, y: frame.y + frame.height * row / 4)
        }
        guard let middle = places[0], places.allSatisfy({ $0 == middle }) else { return nil }
        return anyPNGSalt(of: middle)
    }
}

/// Returns the salt of the `anyPNG` with the colour, or `nil` if there is none.
func anyPNGSalt(of seen: Colour) -> UInt8? {
    // Without a salt the picture is half transparent and green.
    if Int(seen.green) - Int(max(seen.red, seen.blue)) > 90, abs(Int(seen.red) - Int(seen.blue)) < 8 { return 0 }
    return (1...UInt8.max).first { salt in
        let wanted = colour(ofPNG: salt)
        return seen.distance(to: Colour(red: wanted.red, green: wanted.green, blue: wanted.blue)) <= 4
    }
}
