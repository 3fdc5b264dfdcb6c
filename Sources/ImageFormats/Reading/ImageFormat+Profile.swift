extension ImageFormat {
    /// Returns whether bytes that are read on demand contain a colour profile, in which case their colours may not be
    /// sRGB.
    ///
    /// Returns `true` for formats whose profile isn't checked.
    /// - Throws: The error of the source.
    public func hasProfile<Source: ByteSource>(in source: Source) throws(Source.Failure) -> Bool {
        try ByteReader.read(source) { reader in
            switch self {
            case .jpeg: JPEGProfile.find(reader) != nil
            case .png: PNGProfile.content(reader) != nil
            case .webp: WebPProfile.find(reader) != nil
            case .gif: false
            case .avif, .heic: true
            }
        }
    }
}
