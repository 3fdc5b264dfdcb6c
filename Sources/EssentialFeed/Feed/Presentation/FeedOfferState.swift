import Foundation
import HTTPTransport

/// The newer feed on offer: when the screen checks for one by itself, and when it notifies the user of new images.
struct FeedOfferState {
    /// The age of a feed, in seconds, from which the screen checks for a newer one while it is in the foreground.
    private static let ageOfCheck: TimeInterval = 5 * 60
    /// The time between two checks, in seconds, while the screen is in the background.
    private static let paceInBackground: TimeInterval = 15 * 60

    /// A feed newer than the displayed one, held until the user wants it.
    private(set) var newest: FeedPage?
    /// The text of the button that shows the newer feed; `nil` if none is offered.
    private(set) var text: String?
    private(set) var isInForeground = false
    /// Whether the screen has left the foreground, so that new images are news.
    private(set) var isInBackground = false
    var notifies = false
    var mayUseNetwork = true
    /// When the last load from the server ended.
    var lastLoad = Date.distantPast
    private var hasNotified = false

    mutating func foregroundChanged(_ isInForeground: Bool) {
        isInBackground = !isInForeground && (self.isInForeground || isInBackground)
        self.isInForeground = isInForeground
    }

    /// Returns whether to check quietly for a newer feed: because the displayed one is old enough in the foreground, or
    /// because notifications are due in the background.
    func isCheckDue(for page: FeedPage, at now: Date) -> Bool {
        if isInForeground {
            newest == nil && page.origin.isRemote && now.isAtLeast(Self.ageOfCheck, after: page.loadedAt)
        } else {
            isInBackground && notifies && mayUseNetwork && now.isAtLeast(Self.paceInBackground, after: lastLoad)
        }
    }

    /// Offers a newer feed while the current one stays on the screen.
    /// - Returns: A notification of all images that aren't displayed, unless all of them are already on offer.
    mutating func offer(
        _ newest: FeedPage, over page: FeedPage, language: Language
    ) -> [FeedScreenState.Action] {
        let count = newest.newCount(over: page)
        // If none of the images is known, there may be more new ones than the first page has.
        let isAll = count < newest.images.count
        let offered = Set(self.newest.map { $0.images.prefix($0.newCount(over: page)).map(\.id) } ?? [])
        self.newest = newest
        text =
            count > 0 && isAll
            ? language.text(FeedStrings.newImages, String(count))
            : language.text(FeedStrings.showNewest)
        guard isInBackground, notifies,
            newest.images.prefix(count).contains(where: { !offered.contains($0.id) })
        else { return [] }
        hasNotified = true
        return [.notify(NewPhotosNotice(of: newest.images.prefix(count), count: isAll ? count : nil))]
    }

    /// Replaces the newer feed by the same one with more pages.
    mutating func extend(_ newest: FeedPage) { self.newest = newest }

    /// Withdraws the offer, because a feed is shown.
    mutating func end() { (newest, text) = (nil, nil) }

    /// Withdraws the notification once the user sees the screen, or when the screen is closed.
    mutating func withdrawNotice(isClosing: Bool = false) -> [FeedScreenState.Action] {
        guard isInForeground || isClosing, hasNotified else { return [] }
        hasNotified = false
        return [.withdrawNotice]
    }
}

extension Date {
    /// Returns whether the seconds have passed since another date. If the clock has been set back, they count as passed.
    func isAtLeast(_ seconds: TimeInterval, after other: Date) -> Bool {
        let age = timeIntervalSince(other)
        return age >= seconds || age < -ClockTolerance.seconds
    }
}
