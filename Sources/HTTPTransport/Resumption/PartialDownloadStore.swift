public import Foundation

/// A store of partial downloads, which may remove any of them at any time to stay within its bounds.
public protocol PartialDownloadStore: Sendable {
    /// Returns the part of the resource behind a URL that was stored, or `nil` if there is none.
    func retrieve(partialFor url: URL) async throws -> PartialDownload?
    /// Stores a partial download, in place of the one that was stored for its URL.
    ///
    /// Does so even if the calling task was cancelled, because cancelling is one way to cut a download.
    func insert(_ partial: PartialDownload) async throws
    /// Removes the partial download of a URL, if there is one.
    func remove(partialFor url: URL) async throws
}
