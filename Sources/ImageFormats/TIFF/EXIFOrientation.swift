/// The orientation of a TIFF and of EXIF data, which is a TIFF. It is upright unless the data says otherwise.
extension ImageOrientation {
    private static let tag = 0x0112
    /// No program writes more entries into EXIF data.
    private static let maximumEntries = 512

    init(_ directory: TIFFDirectory) {
        do throws(ImageFormatError) {
            self = try directory.number(Self.tag).flatMap(Self.init(rawValue:)) ?? .topLeft
        } catch {
            self = .topLeft
        }
    }

    /// - Parameter start: The offset at which the EXIF data begins.
    init(exif reader: ByteReader, at start: Int) {
        do throws(ImageFormatError) {
            self.init(
                try TIFFDirectory(reader, at: start, upTo: Self.tag, maximumEntries: Self.maximumEntries))
        } catch {
            self = .topLeft
        }
    }
}
