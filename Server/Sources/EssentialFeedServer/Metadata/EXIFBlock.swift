import Foundation
import ImageFormats

extension MetadataBlock {
    private enum Tag {
        static let imageDescription = 0x010E
        static let dateTime = 0x0132
        static let (make, model, serialNumber) = (0x010F, 0x0110, 0xA431)
        static let (exposureTime, aperture) = (0x829A, 0x829D)
        static let exif = 0x8769
        static let gps = 0x8825
        static let dateTimeOriginal = 0x9003
        static let dateTimeDigitized = 0x9004
        static let (offsetTime, offsetTimeOriginal, offsetTimeDigitized) = (0x9010, 0x9011, 0x9012)
        static let userComment = 0x9286
        static let (subSecTime, subSecTimeOriginal, subSecTimeDigitized) = (0x9290, 0x9291, 0x9292)
        static let (windowsTitle, windowsComment, windowsSubject) = (0x9C9B, 0x9C9C, 0x9C9F)
    }

    /// Reads the available EXIF data, with Windows's additions. Returns `nil` if the data isn't a TIFF.
    init?(exif data: Data) {
        guard let directory = TIFFDirectory(ByteReader(data)) else { return nil }
        let details = directory.directory(Tag.exif)
        func text(_ tag: Int) -> String? {
            (details?.text(tag) ?? directory.text(tag)).map { String(decoding: $0, as: UTF8.self) }
        }
        camera = Self.camera(
            [Tag.make, Tag.model, Tag.serialNumber, Tag.subSecTimeOriginal].map { text($0) ?? "" },
            numbers: [Tag.exposureTime, Tag.aperture].map { details?.fractions($0)?.first ?? nil })
        /// Programs write the offset of all times into any field that they support.
        func time(_ tag: Int, _ offset: Int, _ fraction: Int) -> CaptureTime? {
            let offsets = [offset, Tag.offsetTime, Tag.offsetTimeOriginal, Tag.offsetTimeDigitized]
            let known = offsets.lazy.compactMap(text).first { TimeScanner.offset(of: $0) != nil }
            return text(tag).flatMap { CaptureTime($0, offset: known, fraction: text(fraction), atLeast: .year) }
        }
        times[.original] = time(Tag.dateTimeOriginal, Tag.offsetTimeOriginal, Tag.subSecTimeOriginal)
        times[.digitized] = time(Tag.dateTimeDigitized, Tag.offsetTimeDigitized, Tag.subSecTimeDigitized)
        times[.changed] = time(Tag.dateTime, Tag.offsetTime, Tag.subSecTime)
        let description = directory.bytes(Tag.imageDescription).flatMap { MetadataText.isUTF16($0) ? $0 : nil }
        add((description ?? directory.text(Tag.imageDescription)).map { MetadataText($0) }, to: .description)
        add(directory.bytes(Tag.windowsTitle).map { MetadataText(littleEndian: $0) }, to: .windowsTitle)
        add(directory.bytes(Tag.windowsSubject).map { MetadataText(littleEndian: $0) }, to: .windowsTitle)
        add(directory.bytes(Tag.windowsComment).map { MetadataText(littleEndian: $0) }, to: .comment)
        add(
            details?.bytes(Tag.userComment).flatMap {
                MetadataText(userComment: $0, isBigEndian: directory.isBigEndian)
            }, to: .comment)
        let gps = directory.directory(Tag.gps)
        coordinates = gps.flatMap(GPSCoordinates.init)
        times[.gps] = gps.flatMap(CaptureTime.init(gps:))
    }

    private static func camera(_ texts: [String], numbers: [Double?]) -> String? {
        let parts =
            texts.map { $0.trimmingCharacters(in: .whitespaces) }
            + numbers.map { $0.map { String(format: "%.6g", $0) } ?? "" }
        return parts.allSatisfy(\.isEmpty) ? nil : String(parts.joined(separator: "\n").prefix(500))
    }
}
