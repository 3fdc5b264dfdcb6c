import Foundation

/// The colours, proportions and orientation from a JPEG's application segments, and new segments that contain only
/// these.
struct JPEGHead {
    private static let (jfif, adobe): (StaticString, StaticString) = ("JFIF\0", "Adobe")
    private static let profilePartSize = 65_519
    private static let densitySize = 5

    /// The unit and the two densities, which also define the pixel aspect ratio.
    private var density: Data?
    /// The number that defines how the components make up colours. The last one is used.
    private var transform: UInt8?
    private var orientation: ImageOrientation?
    private var hasProfile = false

    /// Adds the values of a segment before the first scan.
    mutating func add(_ segment: JPEGSegments.Segment, _ reader: ByteReader) throws(ImageFormatError) {
        let start = segment.content.lowerBound
        switch segment.marker {
        case JPEGSegments.Marker.application0 where segment.content.count >= 14 && reader.has(Self.jfif, at: start):
            density = density ?? reader.prefix(of: start + 7..<start + 7 + Self.densitySize)
        case JPEGSegments.Marker.application14 where segment.content.count >= 12 && reader.has(Self.adobe, at: start):
            transform = UInt8(truncatingIfNeeded: try reader.requireByte(at: start + 11))
        case JPEGSegments.Marker.application1 where orientation == nil:
            orientation = JPEGImage.orientation(in: segment, reader)
        case JPEGSegments.Marker.application2 where reader.has(JPEGImage.profileSignature, at: start): hasProfile = true
        default: break
        }
    }

    /// Returns the new segments.
    /// - Throws: ``ImageFormatError`` if the profile can't be reduced.
    func bytes(_ reader: ByteReader) throws(ImageFormatError) -> [UInt8] {
        var bytes: [UInt8] = []
        if let density {
            var content = Array("JFIF\0\u{1}\u{2}".utf8)
            content += density
            content += [0, 0]
            Self.add(JPEGSegments.Marker.application0, content, to: &bytes)
        }
        if let exif = OrientationEXIF.data(orientation) {
            Self.add(JPEGSegments.Marker.application1, Array(EXIFBlock.signature) + exif, to: &bytes)
        }
        if hasProfile {
            guard case .plain(let found)? = JPEGImage.profile(reader) else {
                throw .uncleanable("parts of the profile are missing")
            }
            let profile = try ReducedProfile.data(found)
            let starts = Array(stride(from: 0, to: profile.count, by: Self.profilePartSize))
            for (index, start) in starts.enumerated() {
                var content: [UInt8] = []
                content.append(text: JPEGImage.profileSignature)
                content.append(index + 1, 1, .bigEndian)
                content.append(starts.count, 1, .bigEndian)
                content += profile[start..<min(profile.count, start + Self.profilePartSize)]
                Self.add(JPEGSegments.Marker.application2, content, to: &bytes)
            }
        }
        if let transform {
            Self.add(
                JPEGSegments.Marker.application14, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform], to: &bytes)
        }
        return bytes
    }

    private static func add(_ marker: Int, _ content: [UInt8], to bytes: inout [UInt8]) {
        bytes += [0xFF, UInt8(truncatingIfNeeded: marker)]
        bytes.append(content.count + 2, 2, .bigEndian)
        bytes += content
    }
}
