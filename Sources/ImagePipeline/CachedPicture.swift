/// A picture in memory.
public struct CachedPicture<Picture: Sendable>: Sendable {
    /// The picture.
    public let picture: Picture
    /// Whether the picture was decoded for the size that was asked for. One that wasn't may be shown until the picture of
    /// the right size has been loaded.
    public let isExact: Bool

    /// Creates a cached picture.
    public init(picture: Picture, isExact: Bool) {
        self.picture = picture
        self.isExact = isExact
    }
}

extension CachedPicture: Equatable where Picture: Equatable {}
