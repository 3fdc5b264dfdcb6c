public import Foundation

/// Where the encoded bytes of images come from: a cache, and a server behind it.
///
/// The methods may be called on any executor, for several URLs at a time.
public protocol ImageSource: Sendable {
    /// Looks the image up in the cache.
    /// - Throws: An error if the cache can't be read; the image is fetched then. `CancellationError` if the task is
    ///   cancelled.
    func cached(_ url: URL) async throws -> ImageLookup

    /// Fetches the image from the server and caches it.
    /// - Throws: The error that fails the requests for the image, or `CancellationError`.
    func fetch(_ url: URL) async throws -> Data

    /// Asks the server whether the cached image is still current, if that is due.
    ///
    /// Called after an image has been found in the cache, for one URL at a time.
    /// - Returns: `true` if the cache holds another image now.
    func revalidateIfDue(_ url: URL) async throws -> Bool

    /// Removes the image from the cache because its bytes make no picture.
    func remove(_ url: URL) async throws
}

/// What a look into the cache finds.
public enum ImageLookup: Sendable {
    /// The cache has the image.
    case found(Data)
    /// The cache doesn't have the image.
    case missing
    /// The cache has the image, but the server has to confirm it before it is shown. The closure asks the server and
    /// returns the bytes to show: those that were found, if they are confirmed. It replaces ``ImageSource/fetch(_:)``.
    case unconfirmed(confirm: @Sendable () async throws -> Data)
}
