/// An image without metadata: only the parts needed to decode and display it correctly.
///
/// The image is described as ranges of the original and replacement bytes, not copied. So a server can send any part
/// without holding the image in memory. The pixels are identical to the original's.
///
/// Cleaning uses an allowlist: everything that isn't known to be needed is removed.
public struct CleanedImage: Hashable, Sendable {
    /// A part of the image.
    public enum Piece: Hashable, Sendable {
        /// Bytes of the original.
        case original(Range<Int>)
        /// Bytes that aren't in this place of the original.
        case literal([UInt8])

        /// The number of bytes.
        public var count: Int {
            switch self {
            case .original(let range): range.count
            case .literal(let bytes): bytes.count
            }
        }

        /// Returns a part of the piece.
        fileprivate func part(_ range: Range<Int>) -> Piece {
            switch self {
            case .original(let all): .original(all.lowerBound + range.lowerBound..<all.lowerBound + range.upperBound)
            case .literal(let bytes): .literal(Array(bytes[range]))
            }
        }
    }

    /// The format, the same as the original's.
    public let format: ImageFormat
    /// The parts of the image, in order.
    public let pieces: [Piece]
    /// The number of bytes of the whole image.
    public let count: Int
    /// The start offset of each piece.
    private let starts: [Int]

    init(format: ImageFormat, _ pieces: ImagePieces) {
        self.format = format
        self.pieces = pieces.all
        starts = pieces.starts
        count = pieces.count
    }

    /// Returns the pieces of a byte range of the image. The range is clamped to the image.
    public func pieces(in range: Range<Int>) -> [Piece] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        return (firstPiece(at: range.lowerBound)..<pieces.count).lazy
            .prefix { starts[$0] < range.upperBound }
            .map { index in
                let (piece, start) = (pieces[index], starts[index])
                return piece.part(
                    max(0, range.lowerBound - start)..<min(piece.count, range.upperBound - start))
            }
    }

    /// Returns the index of the piece that contains an offset.
    private func firstPiece(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
