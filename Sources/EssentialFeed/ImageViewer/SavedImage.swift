public import Foundation

/// An image's data in the cache.
public struct SavedImage: Hashable, Sendable {
    /// The number of bytes.
    public let byteCount: Int
    /// When the data was saved.
    public let savedAt: Date
    /// The folder of the data's file.
    public let folder: URL

    /// Creates the facts about saved data.
    public init(byteCount: Int, savedAt: Date, folder: URL) {
        self.byteCount = byteCount
        self.savedAt = savedAt
        self.folder = folder
    }
}
