

/// A picture that needs no loading (N028).
public struct CachedPicture<Picture: Sendable>: Sendable {
    public let picture: Picture
    /// Whether it was decoded for the size that pictures are shown at now. One that was not may be shown until the
    /// picture of the right size has been loaded.
    public let isCurrent: Bool

    public init(picture: Picture, isCurrent: Bool) {
        self.picture = picture
        self.isCurrent = isCurrent
    }
}

extension CachedPicture: Equatable where Picture: Equatable {}
