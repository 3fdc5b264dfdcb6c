import Foundation

/// A WebP: its size, orientation and coding, and its first frame.
struct WebPImage: AnimatedFormatReader {
    let image: ImageHeader
    let profileByteCount: Int
    private let frame: WebPFrame

    init(_ reader: ByteReader, _ format: ImageFormat = .webp) throws(ImageFormatError) {
        frame = try WebPFrame(firstOf: reader)
        var orientation: ImageOrientation?
        var profileByteCount = 0
        let hasAlpha: Bool
        if reader.name(at: RIFFChunks.start) == RIFFChunks.extended {
            for chunk in RIFFChunks(reader) {
                if orientation == nil, chunk.name == RIFFChunks.exif {
                    orientation = Self.orientation(in: chunk, reader)
                }
                if profileByteCount == 0, chunk.name == RIFFChunks.profile { profileByteCount = chunk.content.count }
            }
            hasAlpha = try reader.requireByte(at: 20) & 0x10 != 0 || frame.hasAlphaPlane || !frame.fillsCanvas
        } else {
            hasAlpha = frame.isLossless ? try reader.requireByte(at: 24) >> 4 & 1 == 1 : false
        }
        image = try ImageHeader(
            format: .webp, size: frame.canvas, orientation: orientation ?? .topLeft, channels: hasAlpha ? 4 : 3,
            bitDepth: 8, hasAlpha: hasAlpha)
        self.profileByteCount = profileByteCount
    }

    /// libwebp scales while decoding, except for a frame that is smaller than its canvas.
    func plan(byteCount: Int) -> DecodePlan {
        let perPixel = frame.decodingBytesPerPixel + (frame.fillsCanvas ? 0 : 4)
        return DecodePlan(
            image, .webP(frame),
            DecodingCost(
                whole: min(
                    frame.size.pixelCount * perPixel + ProfileCost.bytes(profileByteCount), DecodingCost.refused),
                perRowPixel: 256, perDecodedPixel: frame.fillsCanvas ? 4 : 0))
    }

    static func frames(_ reader: ByteReader, from start: Int?) -> (any FrameWalker)? {
        WebPFrames(reader, from: start)
    }

    static func isWhole(_ data: Data) -> Bool { hasEnd(ByteReader(data)) }

    /// Compares the size in the header with that of the data.
    static func hasEnd(_ reader: ByteReader) -> Bool {
        reader.number(4, at: 4, .littleEndian).map { $0 + 8 <= reader.count } ?? false
    }

    /// Returns the available part of the profile.
    static func profile(_ reader: ByteReader) -> ImageProfile? {
        guard reader.name(at: RIFFChunks.start) == RIFFChunks.extended else { return nil }
        return RIFFChunks(reader).first { $0.name == RIFFChunks.profile }.map { .plain(reader.prefix(of: $0.content)) }
    }
}

// MARK: The orientation

extension WebPImage {
    private static func orientation(in chunk: RIFFChunks.Chunk, _ reader: ByteReader) -> ImageOrientation {
        let start = chunk.content.lowerBound
        let isPrefixed = reader.has(TIFFDirectory.signature, at: start)
        return ImageOrientation(exif: reader, at: start + (isPrefixed ? TIFFDirectory.signature.count : 0))
    }
}

/// The chunks of a WebP or one of its frames.
package struct RIFFChunks: Sequence, IteratorProtocol {
    package struct Chunk {
        package let name: ChunkName
        /// The range of the content. It extends past the end of truncated data.
        package let content: Range<Int>
    }

    package static let (extended, animation, frame): (ChunkName, ChunkName, ChunkName) = ("VP8X", "ANIM", "ANMF")
    package static let (lossy, lossless, alpha): (ChunkName, ChunkName, ChunkName) = ("VP8 ", "VP8L", "ALPH")
    package static let (profile, exif, xmp): (ChunkName, ChunkName, ChunkName) = ("ICCP", "EXIF", "XMP ")
    package static let start = 12

    private let reader: ByteReader
    private(set) var position: Int
    private let end: Int

    /// - Parameter range: The chunks' range; `nil` for the whole file.
    package init(_ reader: ByteReader, in range: Range<Int>? = nil) {
        self.reader = reader
        position = range?.lowerBound ?? Self.start
        end = range?.upperBound ?? reader.count
    }

    package mutating func next() -> Chunk? {
        guard position + 8 <= end, let name = reader.name(at: position),
            let length = reader.number(4, at: position + 4, .littleEndian)
        else { return nil }
        let start = position + 8
        // Content of odd length is padded with a byte.
        position = start + length + length % 2
        return Chunk(name: name, content: start..<start + length)
    }
}
