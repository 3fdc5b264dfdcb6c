public import Foundation
import HTTPTransport
public import ImagePipeline

/// The use case "Load feed image picture": from the variant that suits the size the picture is shown at.
///
/// That is the smallest sharp variant that is cached, or else the smallest sharp one, which is downloaded. Until that has
/// come, a cached variant that is less sharp may be shown; without a connection, it stays.
public struct LoadFeedImagePicture<Picture: Sendable>: Sendable {
    /// Receives a picture to be shown until the requested one has come.
    public typealias ShowMeanwhile = @Sendable (Picture) async -> Void
    /// Returns whether image data is cached, without reading it.
    public typealias IsCached = @Sendable (URL) async throws -> Bool

    private let memory: PictureCache<Picture>
    private let images: ImageLoader<Picture>
    private let isCached: IsCached
    private let report: @Sendable (any Error) -> Void

    /// Creates the use case.
    /// - Parameters:
    ///   - memory: The pictures in memory, which the loader adds to.
    ///   - images: Loads the picture of a URL.
    ///   - isCached: Returns whether the image data of a URL is cached.
    ///   - report: Receives the error of a cache that can't be read, and of a variant in whose place the image at its own
    ///     URL is loaded. Called on the task that loads.
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
    /// If the server has answered, but not with the variant, the image at its own URL is loaded instead.
    /// - Parameters:
    ///   - request: The image, the size and the priority.
    ///   - ticket: Raises the priority while the request runs.
    ///   - showMeanwhile: Receives the picture of a cached variant that isn't sharp at the size, if there is no sharp one
    ///     in the cache and no picture of the image in memory.
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

    /// Shows the first of the URLs that is cached, unless a picture of the image may be shown already.
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
            // There is no picture to be shown meanwhile.
            report(error)
        }
    }

    private func firstCached(of urls: [URL]) async throws -> URL? {
        for url in urls {
            do {
                if try await isCached(url) { return url }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // What can't be read counts as not cached.
                report(error)
            }
        }
        return nil
    }

    /// Returns whether an error says that the server was reached, so that asking it for another URL may help.
    private func hasAnswer(_ error: any Error) -> Bool {
        switch error {
        case is CancellationError: false
        case RemoteError.connectivity: false
        default: true
        }
    }
}
