/// Turns what stands in a picture's caption fields into a description.
enum Caption {
    /// What cameras write when nobody wrote anything.
    private static let fillers: Set<String> = [
        "olympus digital camera", "sony dsc", "dcim", "dsc", "default", "digital camera", "minolta digital camera",
        "konica minolta digital camera", "kodak digital still camera", "samsung digital camera", "samsung",
        "exif_jpeg_picture", "exif jpeg picture", "jpeg picture", "screenshot", "oplus_0", "dav", "cof", "mde", "sdr",
        "hdr", "rhdr", "hdrpl", "ptr", "nor", "edf", "bty",
    ]

    /// In characters.
    private static let maximumLength = 2_000
    /// In Unicode scalars: a character may have as many as there are.
    private static let maximumScalars = 8_000

    /// The text without surrounding space and control characters; `nil` where nothing is left or a camera wrote it.
    static func cleaned(_ text: String?) -> String? {
        guard let text else { return nil }
        var scalars = text.unicodeScalars.filter { !$0.isNoise }[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        let cut = String(String.UnicodeScalarView(scalars.prefix(maximumScalars)))
        let trimmed = String(cut.prefix(maximumLength))
        return trimmed.isEmpty || fillers.contains(trimmed.lowercased()) ? nil : trimmed
    }

    /// Text of a field that does not say how it is encoded: UTF-8 where it is that, else ISO 8859-1.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension Unicode.Scalar {
    /// A control character that is no white space.
    fileprivate var isNoise: Bool {
        properties.generalCategory == .control && !properties.isWhitespace
    }
}
