/// The orientation from EXIF data. The default is upright. AVIF and HEIC have properties of their own instead; see
/// ``ISOImage``.
extension ImageOrientation {
    private static let tag = 0x0112

    init(exif reader: ByteReader, at start: Int) {
        self = TIFFDirectory(reader, at: start)?.number(Self.tag).flatMap(Self.init(rawValue:)) ?? .topLeft
    }
}
