/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, Codable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Creates a size from a width and a height in pixels.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The number of pixels, at most `Int.max`.
    public var pixelCount: Int {
        let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
        return isTooLarge ? .max : count
    }

    /// Returns the size scaled so that the longer edge has at most this many pixels. Keeps the proportions, rounds to
    /// whole pixels, never enlarges, and keeps each edge at least one pixel long.
    public func scaled(toLongEdge edge: Int) -> PixelSize {
        let longer = max(width, height)
        guard edge < longer else { return self }
        func scaled(_ length: Int) -> Int {
            max(1, Int((Double(length) * Double(max(1, edge)) / Double(longer)).rounded()))
        }
        return PixelSize(width: scaled(width), height: scaled(height))
    }

    /// Returns the sizes for several long edges, in order and without duplicates.
    public func scaled(toLongEdges edges: [Int]) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for edge in edges {
            let size = scaled(toLongEdge: edge)
            if !sizes.contains(size) { sizes.append(size) }
        }
        return sizes
    }
}

/// The order of the bytes in a picture's pixels, without gaps between pixels and rows.
public enum PixelLayout: Hashable, Sendable, Codable {
    /// Red, green and blue, for an opaque picture.
    case rgb
    /// Blue, green and red multiplied by alpha, then alpha.
    case premultipliedBGRA

    /// The number of bytes in a pixel.
    public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
}
