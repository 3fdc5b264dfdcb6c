/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Creates a size of a width and a height in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels, or `Int.max` if there are more.
    public var pixelCount: Int {
        let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
        return isTooLarge ? .max : count
    }

    /// Returns the size at which the longer edge has at most so many pixels, in the same proportions, rounded to whole
    /// pixels. Nothing is enlarged, and no edge vanishes.
    public func scaled(toLongEdge edge: Int) -> PixelSize {
        let longer = max(width, height)
        guard edge < longer else { return self }
        func scaled(_ length: Int) -> Int {
            max(1, Int((Double(length) * Double(max(1, edge)) / Double(longer)).rounded()))
        }
        return PixelSize(width: scaled(width), height: scaled(height))
    }

    /// Returns the sizes for several long edges, in their order. If edges give the same size, it is there once.
    public func scaled(toLongEdges edges: [Int]) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for edge in edges {
            let size = scaled(toLongEdge: edge)
            if !sizes.contains(size) { sizes.append(size) }
        }
        return sizes
    }
}
