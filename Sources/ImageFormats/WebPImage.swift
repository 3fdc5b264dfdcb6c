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
                    orientation = ImageOrientation(exif: reader, at: chunk.content.lowerBound)
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
