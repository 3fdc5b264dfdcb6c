/// A picture in memory.
public struct CachedPicture<Picture: Sendable>: Sendable {
    /// The picture.
    public let picture: Picture
    /// Whether the picture was decoded for the requested size. Another picture may be shown until the picture of the
    /// right size has loaded.
    public let isExact: Bool

    /// Creates a cached picture.
    public init(picture: Picture, isExact: Bool) {
        self.picture = picture
        self.isExact = isExact
    }
}

extension CachedPicture: Equatable where Picture: Equatable {}
