/// An image without its metadata: what decoding it and showing it right takes, and nothing else.
///
/// The image is described, not copied: by ranges of the original and by bytes that take the place of others. So a server can
/// send any part of it and hold none of it. The pixels are the original's, bit by bit.
///
/// What is kept is listed, never what is removed: whatever isn't known to be needed goes, whoever has written it.
public struct CleanedImage: Hashable, Sendable {
    /// A part of the image.
    public enum Piece: Hashable, Sendable {
        /// Bytes of the original.
        case original(Range<Int>)
        /// Bytes that the original doesn't have in this place.
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

    /// The format, which is the original's.
    public let format: ImageFormat
    /// The parts of the image, in order.
    public let pieces: [Piece]
    /// The number of bytes of the whole image.
    public let count: Int
    /// The offset at which each piece begins.
    private let starts: [Int]

    init(format: ImageFormat, _ pieces: ImagePieces) {
        self.format = format
        self.pieces = pieces.all
        starts = pieces.starts
        count = pieces.count
    }

    /// Returns the parts of the image that make a range of its bytes, as far as it has any there.
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

    /// Returns the number of the piece that holds an offset.
    private func firstPiece(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
