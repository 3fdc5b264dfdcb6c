/// A size in pixels of the screen at which pictures are shown (N030).
public struct PixelSize: Hashable, Sendable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int

    /// Both in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
