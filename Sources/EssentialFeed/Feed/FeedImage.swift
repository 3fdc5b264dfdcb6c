public import Foundation

/// One image of the feed (B001). Two are equal only if all four fields are (B002).
public struct FeedImage: Hashable, Sendable, Identifiable {
    public let id: UUID
    public let description: String?
    public let location: String?
    /// Where the image's bytes are: absolute, `http` or `https`, with a host, when it came through the mapper (B024).
    public let url: URL

    public init(id: UUID, description: String? = nil, location: String? = nil, url: URL) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
    }
}
