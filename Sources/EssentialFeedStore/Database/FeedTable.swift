import EssentialFeed
import Foundation
import GRDB
import ImageFormats

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
        try images.insert(feed.images, measuredSizes: feed.measuredSizes)
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

/// The cached feed's images in the database: one row per image, in order, and one per variant.
struct FeedImageTable {
    let database: Database

    /// Returns the images in feed order, and the picture sizes that are known only from cached image data.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` if a row holds a value that the program never
    ///   writes, such as a URL that isn't allowed in a feed.
    func images() throws -> (images: [LocalFeedImage], measuredSizes: [UUID: MeasuredSize]) {
        var variants = try variants()
        let row = try PreparedStatement(
            """
            SELECT id, description, location, url, width, height, placeholder, created_at, author,
                picture_width, picture_height
            FROM feed_image ORDER BY position
            """, in: database)
        defer { row.finish() }
        var images: [LocalFeedImage] = []
        var measuredSizes: [UUID: MeasuredSize] = [:]
        while try row.step() {
            guard let id = UUID(bytes: row.bytes(0)), let url = row.text(3).flatMap(URL.init(string:)),
                FeedImage.isLoadable(url)
            else { throw StoreError(.corrupt) }
            if row.isNull(4), !row.isNull(9) { measuredSizes[id] = MeasuredSize(url: url, size: try row.size(9)) }
            images.append(
                LocalFeedImage(
                    id: id, description: row.text(1), location: row.text(2), url: url,
                    pixelSize: row.isNull(4) && row.isNull(5) ? nil : try row.size(4),
                    placeholder: try row.placeholder(6),
                    createdAt: row.isNull(7) ? nil : try row.date(7), author: try row.author(8),
                    variants: variants.removeValue(forKey: images.count) ?? []))
        }
        guard variants.isEmpty else { throw StoreError(.corrupt) }
        return (images, measuredSizes)
    }

    /// Returns the variants, keyed by their image's position.
    private func variants() throws -> [Int: [ImageVariant]] {
        let row = try PreparedStatement(
            "SELECT position, url, width, height FROM feed_image_variant ORDER BY position, place", in: database)
        defer { row.finish() }
        var variants: [Int: [ImageVariant]] = [:]
        while try row.step() {
            let position = try row.integer(0)
            guard let url = row.text(1).flatMap(FeedImageLimits.variantURL),
                variants[position, default: []].count < FeedImageLimits.variants
            else { throw StoreError(.corrupt) }
            variants[position, default: []].append(ImageVariant(url: url, size: try row.size(2)))
        }
        return variants
    }

    func delete() throws {
        try PreparedStatement("DELETE FROM feed_image", in: database).run()
        try PreparedStatement("DELETE FROM feed_image_variant", in: database).run()
    }

    /// Records the picture size of the image data cached for a URL; `nil` if the bytes don't contain a size.
    func measure(_ size: PixelSize?, at url: String) throws {
        let row = try PreparedStatement(
            "UPDATE feed_image SET picture_width = ?2, picture_height = ?3 WHERE width IS NULL AND url = ?1",
            in: database)
        try row.bind(url, at: 1)
        try row.bind(size?.width, at: 2)
        try row.bind(size?.height, at: 3)
        try row.run()
    }

    /// Records the sizes of already cached pictures for images whose size the feed doesn't state.
    func measureCached() throws {
        try PreparedStatement(
            """
            UPDATE feed_image SET picture_width = image.picture_width, picture_height = image.picture_height
            FROM image WHERE feed_image.width IS NULL AND image.url = feed_image.url AND image.picture_width > 0
            """, in: database
        ).run()
    }

    func insert(_ images: [LocalFeedImage], measuredSizes: [UUID: MeasuredSize] = [:]) throws {
        let row = try PreparedStatement(
            """
            INSERT INTO feed_image
                (position, id, description, location, url, width, height, placeholder, created_at, author,
                picture_width, picture_height)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, in: database)
        let variant = try PreparedStatement(
            "INSERT INTO feed_image_variant (position, place, url, width, height) VALUES (?, ?, ?, ?, ?)", in: database)
        for (position, image) in images.enumerated() {
            try row.bind(position, at: 1)
            try withUnsafeBytes(of: image.id.uuid) { try row.bind($0, at: 2) }
            try row.bind(image.description, at: 3)
            try row.bind(image.location, at: 4)
            try row.bind(image.url.absoluteString, at: 5)
            try row.bind(image.pixelSize?.width, at: 6)
            try row.bind(image.pixelSize?.height, at: 7)
            try row.bind(image.placeholder, at: 8)
            try row.bind(image.createdAt?.timeIntervalSinceReferenceDate, at: 9)
            try row.bind(image.author, at: 10)
            let measured = image.pixelSize == nil ? measuredSizes[image.id] : nil
            let size = measured?.url == image.url ? measured?.size : nil
            try row.bind(size?.width, at: 11)
            try row.bind(size?.height, at: 12)
            try row.run()
            for (place, item) in image.variants.enumerated() {
                try variant.bind(position, at: 1)
                try variant.bind(place, at: 2)
                try variant.bind(item.url.absoluteString, at: 3)
                try variant.bind(item.size.width, at: 4)
                try variant.bind(item.size.height, at: 5)
                try variant.run()
            }
        }
    }
}

extension PreparedStatement {
    /// Returns the size in a column and the next one.
    fileprivate func size(_ column: Int32) throws -> PixelSize {
        guard let size = FeedImageLimits.size(try integer(column), try integer(column + 1)) else {
            throw StoreError(.corrupt)
        }
        return size
    }

    fileprivate func placeholder(_ column: Int32) throws -> Data? {
        guard !isNull(column) else { return nil }
        let placeholder = Data(bytes(column))
        guard FeedImageLimits.allow(placeholder: placeholder) else { throw StoreError(.corrupt) }
        return placeholder
    }

    fileprivate func author(_ column: Int32) throws -> String? {
        guard let author = text(column) else { return nil }
        guard FeedImageLimits.allow(author: author) else { throw StoreError(.corrupt) }
        return author
    }
}

extension UUID {
    fileprivate init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}
