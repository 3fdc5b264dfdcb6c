import EssentialFeed
import Foundation
import GRDB
import ImageFormats

/// The cached feed in the database: one row for the feed, its images in a ``FeedImageTable``, and one row for the start
/// of each page after the first.
struct FeedTable {
    let database: Database

    func feed() throws -> CachedFeed? {
        let feed = try database.first("SELECT timestamp, validator, is_end FROM feed") { row in
            (loadedAt: try row.date(0), entityTag: row[1] as String?, isEnd: try row.integer(2) != 0)
        }
        guard let feed else { return nil }
        let images = try FeedImageTable(database: database).images()
        let later = try laterPages(of: images)
        let first = CachedFeedPage(
            images: Array(images.prefix(later.first?.position ?? images.count)), loadedAt: feed.loadedAt,
            isEnd: feed.isEnd)
        return CachedFeed(pages: [first] + later.map(\.page), entityTag: feed.entityTag)
    }

    private func laterPages(of images: [FeedImage]) throws -> [(position: Int, page: CachedFeedPage)] {
        let starts = try database.all("SELECT position, loaded_at, is_end FROM feed_page ORDER BY position") { row in
            let position = try row.integer(0)
            guard images.indices.contains(position) else { throw StoreError(.corrupt) }
            return (position: position, loadedAt: try row.date(1), isEnd: try row.integer(2) != 0)
        }
        let ends = starts.dropFirst().map(\.position) + [images.count]
        return zip(starts, ends).map { start, end in
            let page = CachedFeedPage(
                images: Array(images[start.position..<end]), loadedAt: start.loadedAt, isEnd: start.isEnd)
            return (start.position, page)
        }
    }

    func loadedAt() throws -> Date? { try database.first("SELECT timestamp FROM feed") { try $0.date(0) } }

    func delete() throws {
        try database.run("DELETE FROM feed")
        try FeedImageTable(database: database).delete()
        try database.run("DELETE FROM feed_page")
    }

    func insert(_ feed: CachedFeed) throws {
        try database.run(
            "INSERT INTO feed (id, timestamp, validator, is_end) VALUES (1, ?, ?, ?)",
            [feed.loadedAt.timeIntervalSinceReferenceDate, feed.entityTag, feed.pages[0].isEnd])
        let images = FeedImageTable(database: database)
        try images.insert(feed.images)
        if feed.images.contains(where: { $0.pixelSize == nil }) { try images.measureCached() }
        var position = feed.pages[0].images.count
        for later in feed.pages.dropFirst() where !later.images.isEmpty {
            try database.run(
                "INSERT INTO feed_page (position, loaded_at, is_end) VALUES (?, ?, ?)",
                [position, later.loadedAt.timeIntervalSinceReferenceDate, later.isEnd])
            position += later.images.count
        }
    }
}

/// The cached feed's images in the database: one row per image, in order, and one per variant.
struct FeedImageTable {
    let database: Database

    /// Returns the images in feed order.
    func images() throws -> [FeedImage] {
        var variants = try variants()
        var position = 0
        let images = try database.all(
            """
            SELECT id, description, location, url, width, height, placeholder, created_at, author,
                picture_width, picture_height, comment_count, alternative
            FROM feed_image ORDER BY position
            """
        ) { row in
            guard let id = try row.withUnsafeData(atIndex: 0, { $0.flatMap(UUID.init(bytes:)) }),
                let url = (row[3] as String?).flatMap(URL.init(string:)), FeedImage.isLoadable(url)
            else { throw StoreError(.corrupt) }
            let hasSize = !row.hasNull(atIndex: 4) || !row.hasNull(atIndex: 5)
            let commentCount = try row.hasNull(atIndex: 11) ? nil : row.integer(11)
            defer { position += 1 }
            return FeedImage(
                id: id, description: try row.text(1), location: try row.text(2), url: url,
                pixelSize: try hasSize ? row.size(4) : nil,
                placeholder: try Self.allowed(
                    row.hasNull(atIndex: 6) ? nil : row.data(6), FeedImageLimits.allow(placeholder:)),
                createdAt: try row.hasNull(atIndex: 7) ? nil : row.date(7),
                author: try Self.allowed(row.text(8), FeedImageLimits.allow(author:)),
                variants: variants.removeValue(forKey: position) ?? [],
                commentCount: try Self.allowed(commentCount, FeedImageLimits.allow(commentCount:)),
                alternative: try Self.allowed(row.text(12), FeedImageLimits.allow(alternative:)),
                measuredSize: try hasSize || row.hasNull(atIndex: 9) ? nil : row.size(9))
        }
        guard variants.isEmpty else { throw StoreError(.corrupt) }
        return images
    }

    private static func allowed<Value>(_ value: Value?, _ isAllowed: (Value) -> Bool) throws -> Value? {
        guard value.map(isAllowed) != false else { throw StoreError(.corrupt) }
        return value
    }

    private func variants() throws -> [Int: [ImageVariant]] {
        var variants: [Int: [ImageVariant]] = [:]
        _ = try database.all(
            "SELECT position, url, width, height FROM feed_image_variant ORDER BY position, place"
        ) { row in
            let position = try row.integer(0)
            guard let url = (row[1] as String?).flatMap(FeedImageLimits.variantURL),
                variants[position, default: []].count < FeedImageLimits.variants
            else { throw StoreError(.corrupt) }
            variants[position, default: []].append(ImageVariant(url: url, size: try row.size(2)))
        }
        return variants
    }

    func delete() throws {
        try database.run("DELETE FROM feed_image")
        try database.run("DELETE FROM feed_image_variant")
    }

    /// Records the picture size of the image data cached for a URL; `nil` if the bytes don't contain a size.
    func measure(_ size: PixelSize?, at url: String) throws {
        try database.run(
            "UPDATE feed_image SET picture_width = ?, picture_height = ? WHERE width IS NULL AND url = ?",
            [size?.width, size?.height, url])
    }

    /// Records the sizes of already cached pictures, in place of those from earlier bytes, for images whose size the feed
    /// doesn't state.
    func measureCached() throws {
        try database.run(
            """
            UPDATE feed_image SET picture_width = nullif(image.picture_width, 0),
                picture_height = nullif(image.picture_height, 0)
            FROM image WHERE feed_image.width IS NULL AND image.url = feed_image.url AND image.picture_width >= 0
            """)
    }

    func insert(_ images: [FeedImage]) throws {
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO feed_image (position, id, description, location, url, width, height, placeholder, created_at,
                    author, picture_width, picture_height, comment_count, alternative)
                VALUES (?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?, ?, CAST(? AS TEXT))
                """)
        for (position, image) in images.enumerated() {
            let size = image.pixelSize == nil ? image.measuredSize : nil
            try insert.execute(arguments: [
                position, image.id, image.description?.argument, image.location?.argument, image.url.absoluteString,
                image.pixelSize?.width, image.pixelSize?.height, image.placeholder,
                image.createdAt?.timeIntervalSinceReferenceDate, image.author?.argument, size?.width, size?.height,
                image.commentCount, image.alternative?.argument,
            ])
            for (place, item) in image.variants.enumerated() {
                try database.run(
                    "INSERT INTO feed_image_variant (position, place, url, width, height) VALUES (?, ?, ?, ?, ?)",
                    [position, place, item.url.absoluteString, item.size.width, item.size.height])
            }
        }
    }
}

extension String {
    /// The text as an argument. GRDB ends strings at the first NUL, so a text with a NUL is passed as bytes, which the
    /// statement casts to text.
    fileprivate var argument: any DatabaseValueConvertible { utf8.contains(0) ? Data(utf8) : self }
}

extension Row {
    /// Returns the size in two adjacent columns: the width and the height.
    fileprivate func size(_ column: Int) throws -> PixelSize {
        guard let size = FeedImageLimits.size(try integer(column), try integer(column + 1)) else {
            throw StoreError(.corrupt)
        }
        return size
    }
}

extension UUID {
    fileprivate init?(bytes: Data) {
        guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
        self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}
