public import Foundation
public import ImageFormats

/// A store of one server's feed.
///
/// Saving takes several steps in one transaction. Deleting works even if nothing can be read, and can be limited to the
/// expired feed. Calls from one task take effect in order, and calls from two tasks never interleave. All stores pass
/// the same test suite.
public protocol FeedStore: Sendable {
    /// Returns the cached feed, or `nil` if there is none. Has no side effects, even if it throws.
    /// - Throws: A ``FeedStoreError`` with ``FeedStoreError/isDamage`` set if the stored feed is permanently
    ///   unreadable.
    func retrieve() async throws -> CachedFeed?

    /// Runs the steps as one transaction: either all of them take effect or, if one throws, none.
    ///
    /// Throws `CancellationError` without beginning a transaction if the task has been cancelled.
    func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws

    /// Deletes the cached feed together with the image data of its server, even if the feed can't be retrieved.
    /// - Parameter loadedAt: When the feed to delete was loaded. A feed with another load time is kept; `nil` deletes
    ///   any feed.
    func delete(loadedAt: Date?) async throws
}

extension FeedStore {
    /// Deletes the cached feed, regardless of its load time, together with the image data of its server.
    public func delete() async throws {
        try await delete(loadedAt: nil)
    }
}

/// The steps of a ``FeedStore`` transaction. Valid only inside the transaction.
public protocol FeedStoreTransaction {
    /// Returns the cached feed after the steps so far, or `nil` if there is none. An error doesn't fail the
    /// transaction.
    func retrieve() throws -> CachedFeed?
    /// Deletes the cached feed. Image data is kept.
    func delete() throws
    /// Stores the feed in place of the cached one, if any.
    func insert(_ feed: CachedFeed) throws
}

/// A store's error that tells whether the stored data is damaged.
public protocol FeedStoreError: Error {
    /// Whether the stored data is damaged, so that only deleting it helps. `false` if the disk fails, memory or
    /// descriptors run out, or another program is using the data: the data may be intact.
    var isDamage: Bool { get }
}

/// A server's feed in the cache: pages, each with its own load time. An empty feed is cached like any other; it isn't
/// the same as no cached feed.
public struct CachedFeed: Hashable, Sendable {
    /// The first page, which always exists, and the later pages in the order of the feed.
    public let pages: [CachedFeedPage]
    /// The entity tag of the first page's body, sent as `If-None-Match` with the next request.
    public let entityTag: String?
    /// Picture sizes that the feed doesn't give, measured in the cached image data, by image id.
    ///
    /// A store adds them to the feed that it returns and ignores them in a feed that it saves.
    public let measuredSizes: [UUID: MeasuredSize]

    /// Creates a feed of pages.
    /// - Parameters:
    ///   - pages: The first page and the later ones. Later pages without images are left out.
    ///   - entityTag: The entity tag of the first page's body.
    ///   - measuredSizes: Picture sizes that the feed doesn't give, by image id.
    /// - Precondition: There is a first page.
    public init(pages: [CachedFeedPage], entityTag: String? = nil, measuredSizes: [UUID: MeasuredSize] = [:]) {
        precondition(!pages.isEmpty, "a feed has a first page")
        self.pages = pages.prefix(1) + pages.dropFirst().filter { !$0.images.isEmpty }
        self.entityTag = entityTag
        self.measuredSizes = measuredSizes
    }

    /// Creates a feed of a first page and later ones.
    /// - Parameters:
    ///   - images: The images of the first page.
    ///   - loadedAt: When the first page was loaded from the server.
    ///   - entityTag: The entity tag of the first page's body.
    ///   - laterPages: The later pages. Pages without images are left out.
    ///   - measuredSizes: Picture sizes that the feed doesn't give, by image id.
    public init(
        images: [LocalFeedImage], loadedAt: Date, entityTag: String? = nil, laterPages: [CachedFeedPage] = [],
        measuredSizes: [UUID: MeasuredSize] = [:]
    ) {
        self.init(
            pages: [CachedFeedPage(images: images, loadedAt: loadedAt)] + laterPages, entityTag: entityTag,
            measuredSizes: measuredSizes)
    }

    /// The images of all pages.
    public var images: [LocalFeedImage] { pages.flatMap(\.images) }
    /// When the first page was loaded from the server.
    public var loadedAt: Date { pages[0].loadedAt }
}

/// A part of a feed that was loaded from the server with one request.
public struct CachedFeedPage: Hashable, Sendable {
    /// The images in the order of the feed.
    public let images: [LocalFeedImage]
    /// When the page was loaded from the server.
    public let loadedAt: Date
    /// Whether the server is known to have had no further image.
    public let isEnd: Bool

    /// Creates a page of images that were loaded together.
    public init(images: [LocalFeedImage], loadedAt: Date, isEnd: Bool = false) {
        self.images = images
        self.loadedAt = loadedAt
        self.isEnd = isEnd
    }
}

/// The size of an upright picture, measured in the cached image data of a URL.
public struct MeasuredSize: Hashable, Sendable {
    /// Where the image data came from.
    public let url: URL
    /// The size of the upright picture.
    public let size: PixelSize

    /// Creates the size of the picture in image data.
    public init(url: URL, size: PixelSize) {
        self.url = url
        self.size = size
    }
}

extension CachedFeed {
    /// Encodes a feed for a store.
    init(_ feed: Feed) {
        self.init(
            pages: feed.pages.map {
                CachedFeedPage(images: $0.images.map(LocalFeedImage.init), loadedAt: $0.loadedAt, isEnd: $0.isEnd)
            }, entityTag: feed.entityTag)
    }

    /// The feed, whose images have their measured sizes.
    var feed: Feed {
        Feed(
            pages: pages.map {
                Feed.Page(images: measured($0.images.map(\.model)), loadedAt: $0.loadedAt, isEnd: $0.isEnd)
            }, entityTag: entityTag)
    }

    /// Whether the server is known to have no page behind the last one.
    package var isWhole: Bool { feed.isWhole }

    /// Adds the measured sizes to images of the feed.
    func measured(_ images: [FeedImage]) -> [FeedImage] {
        guard !measuredSizes.isEmpty else { return images }
        return images.map { image in
            var image = image
            if image.pixelSize == nil, let measured = measuredSizes[image.id], measured.url == image.url {
                image.measuredSize = measured.size
            }
            return image
        }
    }

    /// Returns the part of the feed that may be shown: the pages before the first expired one. Pages behind an expired
    /// page would leave a gap. Returns `nil` if the first page has expired.
    func valid(at now: Date) -> CachedFeed? {
        let valid = pages.prefix { FeedCachePolicy.isValid($0.loadedAt, at: now) }
        return valid.isEmpty ? nil : CachedFeed(pages: Array(valid), entityTag: entityTag, measuredSizes: measuredSizes)
    }

    /// Returns the feed with pages after its last one.
    func appending(_ more: [CachedFeedPage]) -> CachedFeed {
        CachedFeed(pages: pages + more, entityTag: entityTag, measuredSizes: measuredSizes)
    }

    /// Returns the valid pages that follow the given images in this feed, each with its own load time.
    ///
    /// Returns an empty array if images may be missing in between. No images are missing if this feed contains the last
    /// of the given images and has all shared images in the same order.
    func pages(after images: [LocalFeedImage], at now: Date) -> [CachedFeedPage] {
        let places = Dictionary(self.images.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard let last = images.last.flatMap({ places[$0.id] }) else { return [] }
        let known = images.compactMap { places[$0.id] }
        guard zip(known, known.dropFirst()).allSatisfy(<) else { return [] }
        var passed = last + 1
        var behind: [CachedFeedPage] = []
        for page in pages {
            let rest = Array(page.images.dropFirst(passed))
            passed = max(0, passed - page.images.count)
            guard !rest.isEmpty else { continue }
            guard FeedCachePolicy.isValid(page.loadedAt, at: now) else { break }
            behind.append(CachedFeedPage(images: rest, loadedAt: page.loadedAt, isEnd: page.isEnd))
        }
        return behind
    }
}

/// A feed image for stores, so that they don't depend on how the feed is presented.
public struct LocalFeedImage: Hashable, Sendable {
    /// The image's id.
    public let id: UUID
    /// What the image shows, if the feed contains a description.
    public let description: String?
    /// Where the image was taken, if the feed contains a location.
    public let location: String?
    /// The URL of the image's data.
    public let url: URL
    /// The size of the upright picture at ``url``, if the feed contains it.
    public let pixelSize: PixelSize?
    /// A ThumbHash of the image, if the feed contains one.
    public let placeholder: Data?
    /// When the image was taken, if the feed contains the time.
    public let createdAt: Date?
    /// Who took the image, if the feed contains an author.
    public let author: String?
    /// The same image in several sizes, if the feed offers any.
    public let variants: [ImageVariant]
    /// The number of comments, if the feed contains it.
    public let commentCount: Int?

    /// Creates a feed image for a store.
    public init(
        id: UUID, description: String? = nil, location: String? = nil, url: URL, pixelSize: PixelSize? = nil,
        placeholder: Data? = nil, createdAt: Date? = nil, author: String? = nil, variants: [ImageVariant] = [],
        commentCount: Int? = nil
    ) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
        self.pixelSize = pixelSize
        self.placeholder = placeholder
        self.createdAt = createdAt
        self.author = author
        self.variants = variants
        self.commentCount = commentCount
    }

    /// Copies the fields of a feed image.
    public init(_ image: FeedImage) {
        self.init(
            id: image.id, description: image.description, location: image.location, url: image.url,
            pixelSize: image.pixelSize, placeholder: image.placeholder, createdAt: image.createdAt,
            author: image.author, variants: image.variants, commentCount: image.commentCount)
    }

    /// The feed image with the same fields.
    public var model: FeedImage {
        FeedImage(
            id: id, description: description, location: location, url: url, pixelSize: pixelSize,
            placeholder: placeholder, createdAt: createdAt, author: author, variants: variants,
            commentCount: commentCount)
    }
}
