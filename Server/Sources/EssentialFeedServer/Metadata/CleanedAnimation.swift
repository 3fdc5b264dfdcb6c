import ImageFormats

/// An animated GIF or WebP without metadata: its frames, their colours and their timing.
///
/// The animation is described as ranges of the original and replacement bytes, not copied. So a server can send any
/// part without holding the animation in memory. Cleaning uses an allowlist: everything not on it is removed.
struct CleanedAnimation: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case original(Range<Int>)
        /// Bytes that aren't in this position of the original.
        case literal([UInt8])

        var count: Int {
            switch self {
            case .original(let range): range.count
            case .literal(let bytes): bytes.count
            }
        }

        fileprivate func part(_ range: Range<Int>) -> Piece {
            switch self {
            case .original(let all): .original(all.lowerBound + range.lowerBound..<all.lowerBound + range.upperBound)
            case .literal(let bytes): .literal(Array(bytes[range]))
            }
        }
    }

    struct Builder {
        /// No program writes an animation that needs more pieces.
        private static let maximumCount = 20_000

        fileprivate private(set) var pieces: [Piece] = []
        fileprivate private(set) var starts: [Int] = []
        private(set) var count = 0

        /// Adds bytes of the original.
        mutating func keep(_ range: Range<Int>) throws(ImageFormatError) {
            guard !range.isEmpty else { return }
            guard case .original(let last)? = pieces.last, last.upperBound == range.lowerBound else {
                return try append(.original(range))
            }
            pieces[pieces.count - 1] = .original(last.lowerBound..<range.upperBound)
            count += range.count
        }

        /// Adds one byte: the original's if it has this value, or else another one.
        mutating func keep(_ position: Int, _ reader: ByteReader, as byte: Int) throws(ImageFormatError) {
            guard reader.byte(at: position) != byte else { return try keep(position..<position + 1) }
            try add([UInt8(truncatingIfNeeded: byte)])
        }

        mutating func add(_ bytes: [UInt8]) throws(ImageFormatError) {
            guard !bytes.isEmpty else { return }
            guard case .literal(let last)? = pieces.last else { return try append(.literal(bytes)) }
            pieces[pieces.count - 1] = .literal(last + bytes)
            count += bytes.count
        }

        mutating func add(_ other: Builder) throws(ImageFormatError) {
            for piece in other.pieces {
                switch piece {
                case .original(let range): try keep(range)
                case .literal(let bytes): try add(bytes)
                }
            }
        }

        private mutating func append(_ piece: Piece) throws(ImageFormatError) {
            guard pieces.count < Self.maximumCount else { throw .uncleanable("it consists of too many parts") }
            pieces.append(piece)
            starts.append(count)
            count += piece.count
        }
    }

    let format: ImageFormat
    let pieces: [Piece]
    let count: Int
    private let starts: [Int]

    /// - Throws: ``ImageFormatError``, or the error of the source. ``ImageFormatError/uncleanable(_:)`` is for a still,
    ///   and for an animation that would look different without its profile or orientation.
    init<Source: ByteSource>(of source: Source) throws {
        self = try ByteReader.read(source) { reader in
            Result { () throws(ImageFormatError) in try CleanedAnimation(reader) }
        }.get()
    }

    private init(_ reader: ByteReader) throws(ImageFormatError) {
        guard let format = ImageFormat(of: reader.prefix(of: 0..<64)) else { throw .unknownFormat }
        guard AnimationInfo.isAnimation(reader, format) else { throw .uncleanable("there are no frames") }
        let header = try AnimationCost(reader)
        guard header.image.orientation == .topLeft, header.profileByteCount == 0 else {
            throw .uncleanable("the frames have a profile or an orientation")
        }
        let builder: Builder
        switch format {
        case .gif: builder = try CleanedGIF.read(reader)
        case .webp: builder = try CleanedWebP.read(reader)
        case .jpeg, .png, .avif, .heic: throw .uncleanable("there are no frames")
        }
        self.format = format
        (pieces, starts, count) = (builder.pieces, builder.starts, builder.count)
    }

    /// Returns the pieces of a byte range of the animation. The range is clamped to the animation.
    func pieces(in range: Range<Int>) -> [Piece] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        return ((starts.lastIndex { $0 <= range.lowerBound } ?? 0)..<pieces.count).lazy
            .prefix { starts[$0] < range.upperBound }
            .map { index in
                let (piece, start) = (pieces[index], starts[index])
                return piece.part(max(0, range.lowerBound - start)..<min(piece.count, range.upperBound - start))
            }
    }

    /// Reads a range of the cleaned animation from the original's source.
    /// - Parameter range: It may extend past the end of the animation, where nothing is read.
    func bytes<Source: ByteSource>(in range: Range<Int>, of original: Source) throws(Source.Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces(in: range) {
            switch piece {
            case .original(let range): bytes += try original.bytes(in: range)
            case .literal(let literal): bytes += literal
            }
        }
        return bytes
    }
}
