/// Turns the text of a caption field into a caption.
enum Caption {
    /// What cameras write if nobody has written anything.
    private static let fillers: Set<String> = [
        "olympus digital camera", "sony dsc", "dcim", "dsc", "default", "digital camera", "minolta digital camera",
        "konica minolta digital camera", "kodak digital still camera", "samsung digital camera", "samsung",
        "exif_jpeg_picture", "exif jpeg picture", "jpeg picture", "screenshot", "oplus_0", "dav", "cof", "mde", "sdr",
        "hdr", "rhdr", "hdrpl", "ptr", "nor", "edf", "bty", "x-default",
    ]

    /// The most characters of a caption.
    private static let maximumLength = 2_000
    /// The most Unicode scalars of a caption. A character may have any number of them.
    private static let maximumScalars = 8_000

    /// Removes surrounding white space and control characters. Returns `nil` if nothing is left, or a camera wrote it.
    static func cleaned(_ text: String?) -> String? {
        guard let text else { return nil }
        var scalars = text.unicodeScalars.filter { !$0.isNoise }[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        let cut = String(String.UnicodeScalarView(scalars.prefix(maximumScalars)))
        let trimmed = String(cut.prefix(maximumLength))
        return trimmed.isEmpty || fillers.contains(trimmed.lowercased()) ? nil : trimmed
    }

    /// Decodes the text of a field whose encoding isn't known: as UTF-8 if it is valid, otherwise as ISO 8859-1.
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
