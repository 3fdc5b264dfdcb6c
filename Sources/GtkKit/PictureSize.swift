/// A size in pixels of the screen.
public nonisolated struct PictureSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// As many as there are numbers, where there are more.
    var pixels: Int {
        let (pixels, isTooMuch) = width.multipliedReportingOverflow(by: height)
        return isTooMuch ? .max : pixels
    }
}
