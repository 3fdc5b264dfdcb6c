import ImageFormats

/// The metadata of an image: its caption, capture time and location.
struct ImageMetadata: Hashable, Sendable {
    /// The caption written by a person.
    var caption: String?
    /// When the camera took the image.
    var captureTime: CaptureTime?
    /// The location of the image: its place names if any, otherwise its coordinates.
    var location: String?
}

extension ImageMetadata {
    /// Reads the metadata of a file. Broken or truncated metadata is ignored.
    /// - Throws: The error of the source.
    init<Source: ByteSource>(of source: Source, format: ImageFormat) throws(Source.Failure) {
        self = try ByteReader.read(source) { reader in
            switch format {
            case .jpeg: JPEGMetadata.read(reader)
            case .png: PNGMetadata.read(reader)
            case .webp: WebPMetadata.read(reader)
            case .gif: ImageMetadata()
            case .avif, .heic: ISOMetadata.read(reader)
            }
        }
    }

    /// Combines several blocks. Uses the first valid caption and the first location with a name.
    init(exif: EXIFBlock?, texts: [ImageTexts?]) {
        self.init(
            caption: ([exif?.imageDescription] + texts.map { $0?.caption }).lazy.compactMap(Caption.cleaned).first,
            captureTime: exif?.captureTime,
            location: texts.lazy.compactMap { $0?.location }.first ?? exif?.coordinates?.text)
    }
}

/// The texts of a metadata block: a caption and a location.
struct ImageTexts: Hashable {
    let caption: String?
    let location: String?

    /// - Parameter placeNames: The place names, from the smallest place to the country.
    init(caption: String?, placeNames: [String?] = []) {
        self.caption = caption
        let names = placeNames.compactMap { $0.flatMap(Caption.cleaned)?.replacing("\n", with: " ") }
        location = Caption.cleaned(names.joined(separator: ", "))
    }
}

/// Turns the text of a caption field into a caption.
enum Caption {
    /// Default texts that cameras write.
    private static let fillers: Set<String> = [
        "olympus digital camera", "sony dsc", "dcim", "dsc", "default", "digital camera", "minolta digital camera",
        "konica minolta digital camera", "kodak digital still camera", "samsung digital camera", "samsung",
        "exif_jpeg_picture", "exif jpeg picture", "jpeg picture", "screenshot", "oplus_0", "dav", "cof", "mde", "sdr",
        "hdr", "rhdr", "hdrpl", "ptr", "nor", "edf", "bty", "x-default",
    ]

    /// The maximum number of characters in a caption.
    private static let maximumLength = 2_000
    /// The maximum number of Unicode scalars in a caption. A character can have any number of scalars.
    private static let maximumScalars = 8_000

    /// Removes control characters and surrounding white space. Returns `nil` if the text is empty or a camera's
    /// default.
    static func cleaned(_ text: String?) -> String? {
        guard let text else { return nil }
        var scalars = text.unicodeScalars.filter { !$0.isNoise }[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        let cut = String(String.UnicodeScalarView(scalars.prefix(maximumScalars)))
        let trimmed = String(cut.prefix(maximumLength))
        return trimmed.isEmpty || fillers.contains(trimmed.lowercased()) ? nil : trimmed
    }

    /// Decodes a text of unknown encoding: as UTF-8 if valid, otherwise as ISO 8859-1.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character other than white space.
    fileprivate var isNoise: Bool {
        properties.generalCategory == .control && !properties.isWhitespace
    }
}
