import Foundation
import ImageFormats

/// The caption, capture time and coordinates from EXIF data.
struct EXIFBlock {
    private enum Tag {
        static let imageDescription = 0x010E
        static let exif = 0x8769
        static let gps = 0x8825
        static let dateTimeOriginal = 0x9003
        static let offsetTimeOriginal = 0x9011
    }

    let imageDescription: String?
    let captureTime: CaptureTime?
    let coordinates: GPSCoordinates?

    /// Reads the available EXIF data. Returns `nil` if the data isn't a TIFF.
    init?(_ data: Data) {
        guard let directory = TIFFDirectory(ByteReader(data)) else { return nil }
        imageDescription = directory.text(Tag.imageDescription).map(Caption.text)
        coordinates = directory.directory(Tag.gps).flatMap(GPSCoordinates.init)
        let details = directory.directory(Tag.exif)
        captureTime = details?.text(Tag.dateTimeOriginal).flatMap {
            CaptureTime(Caption.text($0), offset: details?.text(Tag.offsetTimeOriginal).map(Caption.text))
        }
    }
}

/// The coordinates of a place, in degrees.
struct GPSCoordinates: Hashable {
    private enum Tag {
        static let latitudeReference = 1
        static let latitude = 2
        static let longitudeReference = 3
        static let longitude = 4
    }

    /// From 90 (north) to -90 (south).
    let latitude: Double
    /// From 180 (east) to -180 (west).
    let longitude: Double

    /// Reads a GPS directory. Returns `nil` if a coordinate is missing or invalid, or if both are 0, which cameras
    /// write without a GPS fix.
    init?(_ directory: TIFFDirectory) {
        guard
            let latitude = Self.degrees(
                directory.fractions(Tag.latitude), directory.text(Tag.latitudeReference), ("N", "S"), limit: 90),
            let longitude = Self.degrees(
                directory.fractions(Tag.longitude), directory.text(Tag.longitudeReference), ("E", "W"), limit: 180),
            latitude != 0 || longitude != 0
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Combines degrees, minutes and seconds.
    private static func degrees(
        _ parts: [Double]?, _ reference: Data?, _ references: (positive: String, negative: String), limit: Double
    ) -> Double? {
        guard let parts, parts.count == 3, let reference = reference.map(Caption.text),
            [references.positive, references.negative].contains(reference)
        else { return nil }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        guard (0...limit).contains(degrees) else { return nil }
        return reference == references.positive ? degrees : -degrees
    }

    /// The coordinates rounded to a thousandth of a degree, about a hundred metres.
    var text: String {
        "\(Self.text(latitude, "N", "S")), \(Self.text(longitude, "E", "W"))"
    }

    private static func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        let thousandths = Int((abs(degrees) * 1_000).rounded())
        let fraction = String(thousandths % 1_000 + 1_000).dropFirst()
        return "\(thousandths / 1_000).\(fraction)° \(degrees < 0 ? negative : positive)"
    }
}
