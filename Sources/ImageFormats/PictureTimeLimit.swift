/// The processor time limit for decoding a picture.
public struct PictureTimeLimit: Hashable, Sendable, Codable {
    /// The minimum time limit of any picture.
    public var least: Duration
    /// The time limit per million pixels, if that exceeds the minimum.
    public var perMegapixel: Duration

    /// Creates a limit. The default is many times the usual decoding time.
    public init(least: Duration = .seconds(2), perMegapixel: Duration = .milliseconds(30)) {
        (self.least, self.perMegapixel) = (least, perMegapixel)
    }

    package func duration(ofPixels count: Int) -> Duration {
        max(least, perMegapixel * (Double(count) / 1_000_000))
    }
}
