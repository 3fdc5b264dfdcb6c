import Foundation

/// The caption, capture time and coordinates from EXIF data.
struct EXIFBlock {
    private enum Tag {
        static let imageDescription = 0x010E
        static let exif = 0x8769
        static let gps = 0x8825
        static let dateTimeOriginal = 0x9003
        static let offsetTimeOriginal = 0x9011
    }

    /// The bytes before the EXIF data of JPEGs and some WebPs.
    static let signature = Data("Exif\0\0".utf8)

    let imageDescription: String?
    let captureTime: CaptureTime?
    let coordinates: GPSCoordinates?

    /// Reads the available EXIF data. Returns `nil` if the data isn't a TIFF.
    init?(_ data: Data) {
        guard let directory = TIFFDirectory(available: ByteReader(data)) else { return nil }
        imageDescription = directory.text(Tag.imageDescription).map(Caption.text)
        coordinates = directory.directory(Tag.gps).flatMap(GPSCoordinates.init)
        let details = directory.directory(Tag.exif)
        captureTime = details?.text(Tag.dateTimeOriginal).flatMap {
            CaptureTime(Caption.text($0), offset: details?.text(Tag.offsetTimeOriginal).map(Caption.text))
        }
    }
}
