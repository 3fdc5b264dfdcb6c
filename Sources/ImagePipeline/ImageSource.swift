public import Foundation

/// The source of encoded images: a cache and the server behind it.
///
/// The methods may be called on any executor, for several URLs at a time.
public protocol ImageSource: Sendable {
    /// Looks up the image in the cache.
    /// - Throws: An error if the cache can't be read, in which case the image is fetched; `CancellationError` if the
    ///   task is cancelled.
    func cached(_ url: URL) async throws -> ImageLookup

    /// Fetches the image from the server and caches it.
    /// - Throws: The error that fails the requests for the image, or `CancellationError`.
    func fetch(_ url: URL) async throws -> Data

    /// Asks the server whether the cached image is still current, if a check is due.
    ///
    /// Called after an image has been found in the cache, for one URL at a time.
    /// - Returns: `true` if the cache now contains another image.
    func revalidateIfDue(_ url: URL) async throws -> Bool

    /// Removes the image from the cache because its bytes can't be decoded.
    func remove(_ url: URL) async throws
}

/// The result of a cache lookup.
public enum ImageLookup: Sendable {
    /// The cache has the image.
    case found(Data)
    /// The cache doesn't have the image.
    case missing
    /// The cache has the image, but the server must confirm it before it is shown. The closure replaces
    /// ``ImageSource/fetch(_:)``: it asks the server and returns the bytes to show, which are the cached ones if they
    /// are confirmed.
    case unconfirmed(confirm: @Sendable () async throws -> Data)
}
