public import Foundation

/// Keeps what has come of images whose download was cut, within bounds of its own: anything may be gone at any time
/// (N034).
public protocol PartialDownloadStore: Sendable {
    /// What is kept of the image behind the URL, or `nil`.
    func retrieve(partialFor url: URL) async throws -> PartialDownload?
    /// Keeps it in place of what was kept for its URL. Done even where the calling task was cancelled: that is what cut
    /// the download.
    func insert(_ partial: PartialDownload) async throws
    /// Does nothing when nothing is kept.
    func remove(partialFor url: URL) async throws
}
