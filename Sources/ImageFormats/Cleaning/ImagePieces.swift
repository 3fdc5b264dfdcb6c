/// Collects the pieces of a cleaned image.
struct ImagePieces {
    /// No program writes an image that needs more pieces.
    private static let maximumCount = 20_000

    private(set) var all: [CleanedImage.Piece] = []
    /// The start offset of each piece.
    private(set) var starts: [Int] = []
    /// The number of bytes.
    private(set) var count = 0

    /// Adds bytes of the original.
    /// - Throws: ``ImageFormatError/uncleanable(_:)`` if the image is cut into too many pieces.
    mutating func keep(_ range: Range<Int>) throws(ImageFormatError) {
        guard !range.isEmpty else { return }
        if case .original(let last)? = all.last, last.upperBound == range.lowerBound {
            all[all.count - 1] = .original(last.lowerBound..<range.upperBound)
            count += range.count
        } else {
            try append(.original(range))
        }
    }

    /// Adds other bytes.
    /// - Throws: ``ImageFormatError/uncleanable(_:)`` if the image is cut into too many pieces.
    mutating func add(_ bytes: [UInt8]) throws(ImageFormatError) {
        guard !bytes.isEmpty else { return }
        if case .literal(let last)? = all.last {
            all[all.count - 1] = .literal(last + bytes)
            count += bytes.count
        } else {
            try append(.literal(bytes))
        }
    }

    /// Adds other pieces.
    /// - Throws: ``ImageFormatError/uncleanable(_:)`` if the image is cut into too many pieces.
    mutating func add(_ pieces: ImagePieces) throws(ImageFormatError) {
        for piece in pieces.all {
            switch piece {
            case .original(let range): try keep(range)
            case .literal(let bytes): try add(bytes)
            }
        }
    }

    private mutating func append(_ piece: CleanedImage.Piece) throws(ImageFormatError) {
        guard all.count < Self.maximumCount else { throw .uncleanable("it consists of too many parts") }
        all.append(piece)
        starts.append(count)
        count += piece.count
    }
}
