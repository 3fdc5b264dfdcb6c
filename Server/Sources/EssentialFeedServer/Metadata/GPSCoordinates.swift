import Foundation
import ImageFormats

struct GPSCoordinates: Hashable {
    private enum Tag {
        static let (latitudeReference, latitude, longitudeReference, longitude) = (1, 2, 3, 4)
    }

    /// From 90 (north) to -90 (south).
    let latitude: Double
    /// From 180 (east) to -180 (west).
    let longitude: Double

    /// Returns `nil` if a coordinate is missing or impossible, or if both are 0, which cameras write without a GPS fix.
    init?(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude),
            latitude != 0 || longitude != 0
        else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    init?(_ directory: TIFFDirectory) {
        func degrees(_ tag: Int, _ referenceTag: Int, _ references: String) -> Double? {
            guard let parts = directory.fractions(tag), let reference = directory.text(referenceTag) else { return nil }
            return Self.degrees(parts, String(decoding: reference, as: UTF8.self), references)
        }
        self.init(
            latitude: degrees(Tag.latitude, Tag.latitudeReference, "NS"),
            longitude: degrees(Tag.longitude, Tag.longitudeReference, "EW"))
    }

    /// Reads the format of XMP, such as `52,31.5N` or `52,31,30N`, and those of programs that deviate from it, such as
    /// `37 deg 30' 0.00" S` and `-37.5`.
    init?(latitude: String, longitude: String) {
        func degrees(_ text: String, _ references: String) -> Double? {
            let parts = text.split { !($0.isASCII && $0.isNumber) && !"+-.".contains($0) }.map { Double($0) }
            let letters = text.filter(\.isLetter).replacing("deg", with: "")
            // Not fractions, nor powers of ten.
            guard !text.contains("/"), !text.contains(/[eE][-+0-9]/) else { return nil }
            // Without a letter, the sign shows the direction.
            guard !letters.isEmpty else { return parts.count == 1 ? parts[0] : nil }
            return letters.count == 1 ? Self.degrees(parts, letters, references) : nil
        }
        self.init(latitude: degrees(latitude, "NS"), longitude: degrees(longitude, "EW"))
    }

    /// Combines degrees, minutes and seconds. Minutes and seconds may be missing, and seconds may be invalid.
    /// - Parameters:
    ///   - reference: A direction; its first letter counts.
    ///   - references: The letters of the positive and the negative direction.
    private static func degrees(_ parts: [Double?], _ reference: String, _ references: String) -> Double? {
        guard (1...3).contains(parts.count), let whole = parts[0], parts.prefix(2).allSatisfy({ $0 != nil }),
            let direction = reference.first(where: { !$0.isWhitespace })?.uppercased(), references.contains(direction)
        else { return nil }
        let minutes = parts.count > 1 ? parts[1] ?? 0 : 0
        let seconds = parts.count > 2 ? parts[2] ?? 0 : 0
        let degrees = whole + minutes / 60 + seconds / 3600
        guard whole >= 0, minutes >= 0, seconds >= 0, degrees.isFinite else { return nil }
        return references.hasPrefix(direction) ? degrees : -degrees
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
