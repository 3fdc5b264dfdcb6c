/// What the camera and the author have noted in an image: its caption, and when it was taken.
public struct ImageMetadata: Hashable, Sendable {
    /// The caption that a person has written.
    public var caption: String?
    /// When the camera took the image.
    public var captureTime: CaptureTime?

    /// Creates metadata from a caption and a capture time.
    public init(caption: String? = nil, captureTime: CaptureTime? = nil) {
        self.caption = caption
        self.captureTime = captureTime
    }
}
