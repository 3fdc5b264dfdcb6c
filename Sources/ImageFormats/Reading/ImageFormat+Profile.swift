extension ImageFormat {
    /// Returns whether bytes that are read as needed hold a colour profile, so that their colours may not be sRGB.
    ///
    /// Returns `true` for formats in which no profile is looked for.
    /// - Throws: The error of the source.
    public func hasProfile<Source: ByteSource>(in source: Source) throws(Source.Failure) -> Bool {
        try ByteReader.read(source) { reader in
            switch self {
            case .jpeg: JPEGProfile.find(reader) != nil
            case .png: PNGProfile.content(reader) != nil
            case .webp: WebPProfile.find(reader) != nil
            case .gif: false
            case .tiff, .bmp, .avif, .heic: true
            }
        }
    }
}
