/// The metadata of an image: its caption, capture time and location.
public struct ImageMetadata: Hashable, Sendable {
    /// The caption written by a person.
    public var caption: String?
    /// When the camera took the image.
    public var captureTime: CaptureTime?
    /// The location of the image: its place names if any, otherwise its coordinates.
    public var location: String?

    /// Creates metadata from a caption, a capture time and a location.
    public init(caption: String? = nil, captureTime: CaptureTime? = nil, location: String? = nil) {
        self.caption = caption
        self.captureTime = captureTime
        self.location = location
    }
}
