import Foundation
import ImageFormats

struct ImageMetadata: Hashable, Sendable {
    var caption: String?
    var captureTime: CaptureTime?
    /// Whether exports keep the capture time: it is from the camera, a person or Takeout, not from GPS or a change.
    var isCaptureTimeLasting = false
    /// When a program wrote the file, in UTC.
    var writtenTime: CaptureTime?
    /// The location of the image: its place names if any, or else its coordinates.
    var location: String?
    /// What the image shows, in words for people who can't see it.
    var alternative: String?
    /// The camera's data about itself and the exposure, which editors keep.
    var camera: String?
}

extension ImageMetadata {
    /// Reads the metadata of a file. Broken or truncated metadata is ignored.
    /// - Parameter encoding: The encoding of texts that aren't UTF-8, according to the owner's language.
    init<Source: ByteSource>(
        of source: Source, format: ImageFormat, encoding: String.Encoding? = nil
    ) throws(Source.Failure) {
        let blocks = try ByteReader.read(source) { MetadataBlock.blocks(in: $0, format) }
        self.init(blocks, encoding: encoding)
    }

    /// Combines several blocks. For each field, in the order of the fields, the blocks are asked in their order.
    init(_ blocks: [MetadataBlock], encoding: String.Encoding? = nil) {
        func time(_ field: MetadataBlock.TimeField) -> CaptureTime? { blocks.lazy.compactMap { $0.times[field] }.first }
        let (taken, gps) = (time(.original) ?? time(.digitized), time(.gps))
        let coordinates = blocks.lazy.compactMap(\.coordinates).first
        captureTime = taken?.withOffset(from: gps, longitude: coordinates?.longitude) ?? gps ?? time(.changed)
        isCaptureTimeLasting = taken != nil
        writtenTime = time(.written)
        let texts = MetadataBlock.TextField.allCases.flatMap { field in blocks.flatMap { $0.texts[field] ?? [] } }
        caption =
            texts.lazy.compactMap { Caption.written($0.known) }.first
            ?? texts.lazy.compactMap { Caption.written($0.decoded(as: encoding)) }.first
        location =
            blocks.lazy.compactMap { Self.place($0.placeNames, encoding) }.first
            ?? coordinates?.text
        alternative = blocks.lazy.compactMap { Caption.cleaned($0.alternative) }.first
        camera = blocks.lazy.compactMap(\.camera).first
    }

    private static func place(_ names: [MetadataText], _ encoding: String.Encoding?) -> String? {
        var parts: [String] = []
        for name in names {
            let name = Caption.cleaned(name.known ?? name.decoded(as: encoding))?.replacing("\n", with: " ")
            // Singapore is a city and a country.
            if let name, name != parts.last { parts.append(name) }
        }
        return Caption.cleaned(parts.joined(separator: ", "))
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character other than white space, or the mark of an encoding.
    var isNoise: Bool {
        properties.generalCategory == .control && !properties.isWhitespace || value == 0xFEFF
    }
}
