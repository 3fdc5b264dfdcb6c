import EssentialFeed
import Foundation
import GRDB

/// The cached feed in the database: one row for the feed, its images in a ``FeedImageTable``, and one row for the start
/// of each page after the first.
struct FeedTable {
    let database: Database

    /// Returns the cached feed, or `nil` if there is none.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` if a row holds a value that the program never
    ///   writes, such as a URL that isn't allowed in a feed.
    func feed() throws -> CachedFeed? {
        let feed = try PreparedStatement("SELECT timestamp, validator FROM feed", in: database)
        defer { feed.finish() }
        guard try feed.step() else { return nil }
        let loadedAt = try feed.date(0)
        let (images, measuredSizes) = try FeedImageTable(database: database).images()
        let pages = try laterPages(of: images)
        return CachedFeed(
            images: Array(images.prefix(pages.first?.position ?? images.count)), loadedAt: loadedAt,
            entityTag: feed.text(1), laterPages: pages.map(\.page), measuredSizes: measuredSizes)
    }

    private func laterPages(of images: [LocalFeedImage]) throws -> [(position: Int, page: CachedFeedPage)] {
        let row = try PreparedStatement("SELECT position, loaded_at FROM feed_page ORDER BY position", in: database)
        defer { row.finish() }
        var starts: [(position: Int, loadedAt: Date)] = []
        while try row.step() {
            let position = try row.integer(0)
            guard images.indices.contains(position) else { throw StoreError(.corrupt) }
            starts.append((position, try row.date(1)))
        }
        let ends = starts.dropFirst().map(\.position) + [images.count]
        return zip(starts, ends).map { start, end in
            let page = CachedFeedPage(images: Array(images[start.position..<end]), loadedAt: start.loadedAt)
            return (start.position, page)
        }
    }

    func loadedAt() throws -> Date? {
        let feed = try PreparedStatement("SELECT timestamp FROM feed", in: database)
        defer { feed.finish() }
        return try feed.step() ? feed.date(0) : nil
    }

    func delete() throws {
        try PreparedStatement("DELETE FROM feed", in: database).run()
        try FeedImageTable(database: database).delete()
        try PreparedStatement("DELETE FROM feed_page", in: database).run()
    }

    func insert(_ feed: CachedFeed) throws {
        let header = try PreparedStatement(
            "INSERT INTO feed (id, timestamp, validator) VALUES (1, ?, ?)", in: database)
        try header.bind(feed.loadedAt.timeIntervalSinceReferenceDate, at: 1)
        try header.bind(feed.entityTag, at: 2)
        try header.run()
        let images = FeedImageTable(database: database)
        try images.insert(feed.images)
        if feed.images.contains(where: { $0.pixelSize == nil }) { try images.measureCached() }
        let page = try PreparedStatement("INSERT INTO feed_page (position, loaded_at) VALUES (?, ?)", in: database)
        var position = feed.pages[0].images.count
        for later in feed.pages.dropFirst() where !later.images.isEmpty {
            try page.bind(position, at: 1)
            try page.bind(later.loadedAt.timeIntervalSinceReferenceDate, at: 2)
            try page.run()
            position += later.images.count
        }
    }
}
