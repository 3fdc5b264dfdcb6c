public import Foundation

/// A store of partial downloads, which may remove any of them at any time to stay within its limits.
public protocol PartialDownloadStore: Sendable {
    /// Returns the partial download stored for a URL, or `nil` if there is none.
    func retrieve(partialFor url: URL) async throws -> PartialDownload?
    /// Stores a partial download, replacing any earlier one for its URL.
    ///
    /// Stores it even if the calling task was cancelled, because cancellation is one way to cut a download.
    func insert(_ partial: PartialDownload) async throws
    /// Removes the partial download of a URL, if there is one.
    func remove(partialFor url: URL) async throws
}
