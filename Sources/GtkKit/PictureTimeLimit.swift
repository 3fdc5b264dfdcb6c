/// How much of the processor's time decoding a picture may take, before it is given up.
public nonisolated struct PictureTimeLimit: Hashable, Sendable {
    /// What any picture may take.
    public var least: Duration
    /// What it may take for each million pixels, where that is more.
    public var perMegapixel: Duration

    /// The default is many times what usual pictures take.
    public init(least: Duration = .seconds(2), perMegapixel: Duration = .milliseconds(30)) {
        self.least = least
        self.perMegapixel = perMegapixel
    }

    func duration(of size: PictureSize) -> Duration { max(least, perMegapixel * (Double(size.pixels) / 1_000_000)) }
}
