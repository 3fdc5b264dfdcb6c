/// What the camera and the author have noted in an image: its caption, when it was taken, and where.
public struct ImageMetadata: Hashable, Sendable {
    /// The caption that a person has written.
    public var caption: String?
    /// When the camera took the image.
    public var captureTime: CaptureTime?
    /// Where the image was taken: the names that somebody has given the place, otherwise its coordinates.
    public var location: String?

    /// Creates metadata from a caption, a capture time and a location.
    public init(caption: String? = nil, captureTime: CaptureTime? = nil, location: String? = nil) {
        self.caption = caption
        self.captureTime = captureTime
        self.location = location
    }
}
