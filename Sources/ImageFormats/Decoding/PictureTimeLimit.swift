/// The processor time that decoding a picture may take before it is given up.
public struct PictureTimeLimit: Hashable, Sendable {
    /// The time that any picture may take.
    public var least: Duration
    /// The time that a picture may take for each million pixels, if that is more.
    public var perMegapixel: Duration

    /// Creates a limit. The default is many times what usual pictures take.
    public init(least: Duration = .seconds(2), perMegapixel: Duration = .milliseconds(30)) {
        self.least = least
        self.perMegapixel = perMegapixel
    }

    /// Returns the time that a picture of a size may take.
    public func duration(of size: PixelSize) -> Duration { duration(ofPixels: size.pixelCount) }

    /// Returns the time that a number of pixels may take.
    package func duration(ofPixels count: Int) -> Duration {
        max(least, perMegapixel * (Double(count) / 1_000_000))
    }
}
