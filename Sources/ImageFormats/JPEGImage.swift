import Foundation

/// A JPEG: its size, orientation and coding, read up to the first scan.
struct JPEGImage: ImageFormatReader {
    /// No profile has more parts.
    private static let maximumProfileParts = 255
    /// No encoder writes more scans. Each scan of a large image takes a long time to decode.
    private static let maximumScans = (ofAny: 100, ofLarge: 32)
    private static let largePixelCount = 4_000_000

    let image: ImageHeader
    /// The name of the image's coding if it isn't supported.
    private let unsupportedCoding: String?
    /// The number of samples in all components, including the padding of the last blocks.
    private let sampleCount: Int
    /// The number of bytes in segments that may contain an ICC profile.
    private let profileByteCount: Int

    /// Walks the segments up to the first scan. Counts all scans if there are several.
    init(_ reader: ByteReader, _ format: ImageFormat = .jpeg) throws(ImageFormatError) {
        var orientation: ImageOrientation?
        var frame: Frame?
        var coding: String?
        var (profileByteCount, profileParts) = (0, 0)
        var segments = JPEGSegments(reader)
        while let segment = segments.next() {
            let start = segment.content.lowerBound
            switch segment.marker {
            // DHT, JPG and DAC aren't frames.
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF, 0xF7:
                guard frame == nil else { throw .malformed("there are two sizes") }
                frame = try Frame(reader, at: start, isProgressive: segment.marker & 0x3 == 2)
                coding = Self.unsupportedCoding(segment.marker, bitDepth: frame?.bitDepth)
            case JPEGSegments.Marker.application1
            where orientation == nil && reader.has(TIFFDirectory.signature, at: start):
                orientation = ImageOrientation(exif: reader, at: start)
            case JPEGSegments.Marker.application2:
                profileByteCount += segment.content.count
                profileParts += 1
                guard profileParts <= Self.maximumProfileParts else {
                    throw .malformed("there are too many application segments")
                }
            case JPEGSegments.Marker.scan:
                guard var frame else { throw .malformed("the size is missing") }
                if frame.size.height == 0, let height = Self.height(after: segments, reader) {
                    frame.size = PixelSize(width: frame.size.width, height: height)
                    coding = "JPEG with its height at the end"
                }
                let isInterleaved = try reader.requireByte(at: start) >= frame.componentCount
                image = try ImageHeader(
                    format: .jpeg, size: frame.size, orientation: orientation ?? .topLeft,
                    isProgressive: frame.isProgressive || !isInterleaved, channels: frame.componentCount,
                    bitDepth: frame.bitDepth)
                unsupportedCoding = coding
                sampleCount = frame.sampleCount
                self.profileByteCount = profileByteCount
                if image.isProgressive { try Self.checkScans(of: image, after: segments) }
                return
            default: break
            }
        }
        switch segments.ending {
        case .malformed: throw .malformed("a segment has no length")
        case .cutShort: throw .cutShort
        case .endOfImage, nil: throw .malformed("the file contains no image")
        }
    }

    /// Ignores what follows the image, such as a video, whose bytes may look like scans.
    private static func checkScans(of image: ImageHeader, after segments: JPEGSegments) throws(ImageFormatError) {
        let maximum = image.size.pixelCount > largePixelCount ? maximumScans.ofLarge : maximumScans.ofAny
        var (segments, count) = (segments, 1)
        while let segment = segments.next() { count += segment.marker == JPEGSegments.Marker.scan ? 1 : 0 }
        guard count <= maximum, segments.ending != .malformed else {
            throw .malformed("there are more scans than any encoder writes, or a segment has no length")
        }
    }

    /// libjpeg scales while decoding. For a progressive JPEG, it keeps two bytes for each sample.
    func plan(byteCount: Int) throws(ImageFormatError) -> DecodePlan {
        if let unsupportedCoding { throw .unsupportedCoding(unsupportedCoding) }
        return DecodePlan(
            image, .jpeg,
            DecodingCost(
                whole: ProfileCost.bytes(profileByteCount) + (image.isProgressive ? sampleCount * 2 : 0),
                perRowPixel: 32 * image.channels))
    }

    /// Returns the name of a frame's coding unless libjpeg decodes it.
    private static func unsupportedCoding(_ marker: Int, bitDepth: Int?) -> String? {
        switch marker {
        case 0xC3, 0xCB: "lossless JPEG"
        case 0xC5...0xC7, 0xCD...0xCF: "hierarchical JPEG"
        case 0xF7: "JPEG-LS"
        default: bitDepth == 8 ? nil : bitDepth.map { "JPEG with \($0) bits" }
        }
    }

    /// Returns the height that follows the first scan, as some scanners write it.
    private static func height(after segments: JPEGSegments, _ reader: ByteReader) -> Int? {
        segments.first { $0.marker == JPEGSegments.Marker.lineCount }
            .flatMap { reader.number(2, at: $0.content.lowerBound, .bigEndian) }
    }

    private struct Frame {
        var size: PixelSize
        let bitDepth: Int
        let componentCount: Int
        let isProgressive: Bool
        let sampleCount: Int

        init(_ reader: ByteReader, at start: Int, isProgressive: Bool) throws(ImageFormatError) {
            bitDepth = try reader.requireByte(at: start)
            let height = try reader.requireNumber(2, at: start + 1, .bigEndian)
            let width = try reader.requireNumber(2, at: start + 3, .bigEndian)
            size = PixelSize(width: width, height: height)
            componentCount = try reader.requireByte(at: start + 5)
            self.isProgressive = isProgressive
            var factors: [(Int, Int)] = []
            for index in 0..<componentCount {
                let factor = try reader.requireByte(at: start + 7 + index * 3)
                factors.append((factor >> 4, factor & 15))
            }
            let (across, down) = (factors.map(\.0).max() ?? 1, factors.map(\.1).max() ?? 1)
            guard across > 0, down > 0 else { throw .malformed("a component has no size") }
            let units = ((width + across * 8 - 1) / (across * 8)) * ((height + down * 8 - 1) / (down * 8))
            sampleCount = factors.reduce(0) { $0 + $1.0 * $1.1 } * units * 64
        }
    }
}

// MARK: The end

extension JPEGImage {
    /// Returns whether the data ends with the end marker, possibly followed by zeros. Some cameras pad with zeros.
    static func isWhole(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            guard let last = bytes.lastIndex(where: { $0 != 0 }), last > 0 else { return false }
            return bytes[last - 1] == 0xFF && bytes[last] == 0xD9
        }
    }

    static func hasEnd(_ reader: ByteReader) -> Bool {
        var segments = JPEGSegments(reader)
        while segments.next() != nil {}
        return segments.ending == .endOfImage
    }
}

// MARK: The colour profile

extension JPEGImage {
    private static let profileSignature: StaticString = "ICC_PROFILE\0"
    private static let partHeaderSize = 14

    /// The profile is stored in parts, each with its number and the number of parts. Returns `nil` if a part is
    /// missing. Programs that add a profile to one repeat parts; as in browsers, the first of them counts.
    static func profile(_ reader: ByteReader) -> ImageProfile? {
        var parts: [Int: Range<Int>] = [:]
        var count = 0
        var segments = JPEGSegments(reader)
        while let segment = segments.next() {
            if segment.marker == JPEGSegments.Marker.scan { break }
            let start = segment.content.lowerBound
            guard segment.marker == JPEGSegments.Marker.application2, segment.content.count >= partHeaderSize,
                reader.has(profileSignature, at: start)
            else { continue }
            guard let number = reader.byte(at: start + 12), let partCount = reader.byte(at: start + 13), number > 0,
                number <= partCount, count == 0 || count == partCount
            else { return nil }
            count = partCount
            if parts[number] == nil { parts[number] = segment.content.dropFirst(partHeaderSize) }
        }
        guard count > 0, parts.count == count else { return nil }
        return .plain(
            (1...count).reduce(into: Data()) { profile, number in
                if let part = parts[number] { profile += reader.prefix(of: part) }
            })
    }
}
