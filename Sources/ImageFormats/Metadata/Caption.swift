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
