/// A size in pixels of the screen.
public nonisolated struct PictureSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    var pixels: Int { width.multipliedReportingOverflow(by: height).partialValue }
}
