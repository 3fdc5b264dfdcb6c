import Foundation

/// Holds a newer feed until the user wants it, and decides when to check for one and when to notify.
struct FeedOfferState {
    /// The age of a feed, in seconds, from which the screen checks for a newer one while it is in the foreground.
    private static let ageOfCheck: TimeInterval = 5 * 60
    /// The time between two checks, in seconds, while the screen is in the background.
    private static let paceInBackground: TimeInterval = 15 * 60

    private(set) var newest: FeedPage?
    private(set) var text: String?
    private(set) var isInForeground = false
    /// Whether the screen has left the foreground, which makes new images news; `false` until it was there once.
    private(set) var isInBackground = false
    var notifies = false
    var mayUseNetwork = true
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
    /// - Returns: In the background, if notifications are on, a notification of all images not displayed, unless all of
    ///   them are already on offer; nothing in all other cases.
    mutating func offer(_ newest: FeedPage, over page: FeedPage, language: Language) -> [FeedScreenState.Action] {
        let count = newest.newCount(over: page)
        // If none of the images is known, there may be more new ones beyond the first page.
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

    mutating func extend(_ newest: FeedPage) { self.newest = newest }
    mutating func end() { (newest, text) = (nil, nil) }

    /// Withdraws the notification once the user sees the screen, or when the screen is closed.
    mutating func withdrawNotice(isClosing: Bool = false) -> [FeedScreenState.Action] {
        guard isInForeground || isClosing, hasNotified else { return [] }
        hasNotified = false
        return [.withdrawNotice]
    }
}

extension Date {
    /// Returns whether the seconds have passed since another date. If the clock has been set back, they count as
    /// passed.
    func isAtLeast(_ seconds: TimeInterval, after other: Date) -> Bool {
        let age = timeIntervalSince(other)
        return age >= seconds || age < -.clockTolerance
    }
}

/// Compares a loaded page with the displayed one.
extension FeedPage {
    /// Returns the number of images before the first displayed one; all images if none of them is displayed.
    func newCount(over shown: FeedPage) -> Int {
        let known = Set(shown.images.map(\.id))
        return images.prefix { !known.contains($0.id) }.count
    }

    /// Returns the images after the last displayed one; an empty array if none of them is displayed.
    func images(after shown: FeedPage) -> [FeedImage] {
        let known = Set(shown.images.map(\.id))
        guard let last = images.lastIndex(where: { known.contains($0.id) }) else { return [] }
        return Array(images[(last + 1)...])
    }

    /// Returns an action that loads pages until one has images after the displayed ones; each load returns all images
    /// up to its page. Returns `nil` on the last page, or if no image of this page is displayed, because the place to
    /// continue at is unknown.
    func loadMore(after shown: FeedPage) -> LoadMore? {
        guard let loadMore, newCount(over: shown) < images.count else { return nil }
        return {
            var next = try await loadMore()
            while next.images(after: shown).isEmpty, let loadMore = next.loadMore { next = try await loadMore() }
            return next
        }
    }

    /// Returns the page with the shapes of the displayed images: cards on the screen keep their height when image data
    /// has been cached in the meantime.
    func keepingShapes(of shown: FeedPage) -> FeedPage {
        FeedPage(
            images: images.keepingShapes(of: shown.images), origin: origin, loadedAt: loadedAt, isWhole: isWhole,
            loadMore: loadMore)
    }

    /// Returns this page with the displayed images after it, if it is the server's and has nothing new. To load more, the
    /// pages in between are loaded again, because they may have changed.
    func withLaterPages(of shown: FeedPage) -> FeedPage {
        guard let loadMore, origin.isRemote, !images.isEmpty, images.count < shown.images.count,
            shown.images.starts(with: images)
        else { return self }
        let count = shown.images.count
        return FeedPage(images: shown.images, origin: origin, loadedAt: loadedAt) {
            var next = try await loadMore()
            while next.images.count <= count, let loadMore = next.loadMore { next = try await loadMore() }
            return next
        }
    }
}
