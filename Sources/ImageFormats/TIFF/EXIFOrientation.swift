/// The orientation from EXIF data. The default is upright.
extension ImageOrientation {
    private static let tag = 0x0112
    /// No program writes more entries in EXIF data.
    private static let maximumEntries = 512

    init(_ directory: TIFFDirectory) {
        do throws(ImageFormatError) {
            self = try directory.number(Self.tag).flatMap(Self.init(rawValue:)) ?? .topLeft
        } catch {
            self = .topLeft
        }
    }

    /// - Parameter start: The offset of the EXIF data.
    init(exif reader: ByteReader, at start: Int) {
        do throws(ImageFormatError) {
            self.init(
                try TIFFDirectory(reader, at: start, upTo: Self.tag, maximumEntries: Self.maximumEntries))
        } catch {
            self = .topLeft
        }
    }
}
