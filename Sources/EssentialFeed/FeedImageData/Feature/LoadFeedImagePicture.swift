public import Foundation
import HTTPTransport
public import ImageFormats
public import ImagePipeline

/// The use case "Load feed image picture": loads the picture from the most suitable variant for the display size.
///
/// Prefers the smallest sharp cached variant, or else downloads the smallest sharp variant. Until the download
/// finishes, a less sharp cached variant may be shown as a placeholder; without a connection, it stays on the screen.
public struct LoadFeedImagePicture<Picture: Sendable>: Sendable {
    /// Receives a placeholder picture to show until the requested one has loaded.
    public typealias ShowMeanwhile = @Sendable (Picture) async -> Void
    /// Returns whether image data is cached, without reading it.
    public typealias IsCached = @Sendable (URL) async throws -> Bool

    private let memory: PictureCache<Picture>
    private let images: ImageLoader<Picture>
    private let isCached: IsCached
    private let report: @Sendable (any Error) -> Void

    /// Creates the use case.
    /// - Parameters:
    ///   - memory: The pictures in memory. The loader adds to them.
    ///   - images: Loads the picture of a URL.
    ///   - isCached: Returns whether the image data of a URL is cached.
    ///   - report: Receives the error of an unreadable cache, and of a variant replaced by the image at
    ///     ``FeedImage/url``. Called on the loading task.
    public init(
        memory: PictureCache<Picture>, images: ImageLoader<Picture>, isCached: @escaping IsCached,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.memory = memory
        self.images = images
        self.isCached = isCached
        self.report = report
    }

    /// Loads the picture of an image.
    ///
    /// If the server answers, but not with the variant, the image at ``FeedImage/url`` is loaded instead.
    /// - Parameters:
    ///   - request: The image, the size and the priority.
    ///   - ticket: Raises the priority while the request runs.
    ///   - showMeanwhile: Receives the picture of a cached variant below the sharp size, if no sharp variant is cached
    ///     and no picture of the image is in memory.
    /// - Throws: The error of the image loader, or `CancellationError`.
    public func load(
        _ request: FeedImageRequest, ticket: ImageTicket? = nil, showMeanwhile: ShowMeanwhile = { _ in }
    ) async throws -> Picture {
        let choice = request.image.choice(filling: request.size)
        guard choice.best.count + choice.others.count > 1 else {
            return try await picture(choice.best[0], request, ticket)
        }
        if let url = try await firstCached(of: choice.best) { return try await picture(url, request, ticket) }
        try await show(choice.others, request, ticket, showMeanwhile)
        let url = choice.best[0]
        do {
            return try await picture(url, request, ticket)
        } catch {
            guard url != request.image.url, hasAnswer(error) else { throw error }
            report(error)
            return try await picture(request.image.url, request, ticket)
        }
    }

    private func picture(_ url: URL, _ request: FeedImageRequest, _ ticket: ImageTicket?) async throws -> Picture {
        try await images.picture(
            for: ImageRequest(url, size: request.size, priority: request.priority), ticket: ticket)
    }

    /// Shows the first cached URL as a placeholder, unless a picture of the image is already in memory.
    private func show(
        _ urls: [URL], _ request: FeedImageRequest, _ ticket: ImageTicket?, _ show: ShowMeanwhile
    ) async throws {
        guard memory.picture(of: request.image, size: request.size) == nil,
            let url = try await firstCached(of: urls)
        else { return }
        do {
            await show(try await picture(url, request, ticket))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The image is shown without a placeholder.
            report(error)
        }
    }

    private func firstCached(of urls: [URL]) async throws -> URL? {
        for url in urls {
            // An unreadable cache entry counts as a cache miss.
            if try await reportingErrors(to: report, { try await isCached(url) }) == true { return url }
        }
        return nil
    }

    /// Returns whether the server was reached despite the error: requesting another URL may then help.
    private func hasAnswer(_ error: any Error) -> Bool {
        switch error {
        case is CancellationError: false
        case RemoteError.connectivity: false
        default: true
        }
    }
}

/// A request for the picture of a feed image, from the most suitable variant for the size.
public struct FeedImageRequest: Hashable, Sendable {
    /// The image.
    public var image: FeedImage
    /// The size to decode the picture for.
    public var size: PixelSize
    /// How soon the picture is needed.
    public var priority: ImagePriority

    /// Creates a request.
    public init(_ image: FeedImage, size: PixelSize, priority: ImagePriority = .visible) {
        self.image = image
        self.size = size
        self.priority = priority
    }
}

extension PictureCache {
    /// Returns a picture of a feed image, from any of its variants.
    ///
    /// The picture is exact if it was decoded for the size from a variant that is sharp there. Other pictures may be
    /// shown until an exact one has loaded.
    public func picture(of image: FeedImage, size: PixelSize) -> CachedPicture<Picture>? {
        let choice = image.choice(filling: size)
        for url in choice.best { if let exact = picture(for: url, size: size) { return exact } }
        for url in choice.best + choice.others {
            if let other = picture(for: url, size: size, fallback: .anySize) {
                return CachedPicture(picture: other.picture, isExact: false)
            }
        }
        return nil
    }
}
