/// The colours of an image whose header describes them by numbers instead of by an ICC profile.
package struct ColourDescription: Hashable, Sendable {
    /// How the light of a colour follows from its value.
    package enum Transfer: Hashable, Sendable {
        case sRGB
        case gamma(Double)
        /// For HDR screens.
        case pq, hlg
    }

    /// The CIE x and y of white, red, green and blue.
    package let places: [Double]
    package let transfer: Transfer

    static let sRGB = ColourDescription(places: d65 + [0.64, 0.33, 0.3, 0.6, 0.15, 0.06], transfer: .sRGB)

    private static let d65 = [0.3127, 0.329]
}

// MARK: Code points

extension ColourDescription {
    private static let c = [0.31, 0.316]
    /// The colours of the primaries of ITU-T H.273.
    private static let primaries: [Int: [Double]] = [
        1: sRGB.places,
        4: c + [0.67, 0.33, 0.21, 0.71, 0.14, 0.08],
        5: d65 + [0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
        6: d65 + [0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
        7: d65 + [0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
        8: c + [0.681, 0.319, 0.243, 0.692, 0.145, 0.049],
        9: d65 + [0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
        11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
        12: d65 + [0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
        22: d65 + [0.63, 0.34, 0.295, 0.605, 0.155, 0.077],
    ]

    /// The transfer characteristics of ITU-T H.273. Those of television (1, 6, 14 and 15) describe cameras, and photos that
    /// name them are made for screens.
    private static let transfers: [Int: Transfer] = [
        1: .sRGB, 4: .gamma(2.2), 5: .gamma(2.8), 6: .sRGB, 8: .gamma(1), 13: .sRGB, 14: .sRGB, 15: .sRGB, 16: .pq,
        18: .hlg,
    ]

    /// Creates a description from code points of ITU-T H.273. Returns `nil` if one of them is unspecified or unknown.
    init?(primaries: Int, transfer: Int) {
        guard let places = Self.primaries[primaries], let transfer = Self.transfers[transfer] else { return nil }
        self.init(places: places, transfer: transfer)
    }
}

// MARK: PNG

extension ColourDescription {
    /// The range of powers treated as sRGB's curve.
    private static let srgbGammas = 2.19...2.21
    private static let scale = 100_000.0

    /// Reads the chunks of a PNG.
    /// - Parameters:
    ///   - gamma: The content of `gAMA`.
    ///   - chromaticities: The content of `cHRM`; `nil` if there isn't one.
    init?(gamma: Range<Int>, chromaticities: Range<Int>?, _ reader: ByteReader) {
        guard let encoding = reader.number(4, at: gamma.lowerBound, .bigEndian), encoding > 0 else { return nil }
        var places = Self.sRGB.places
        if let chromaticities {
            let numbers = (0..<8).compactMap {
                reader.number(4, at: chromaticities.lowerBound + $0 * 4, .bigEndian)
            }
            // The x and y of a colour are parts of a whole.
            guard numbers.count == 8, numbers.allSatisfy({ (1..<Int(Self.scale)).contains($0) }) else { return nil }
            places = numbers.map { Double($0) / Self.scale }
        }
        let power = Self.scale / Double(encoding)
        let isSRGB = places == Self.sRGB.places && Self.srgbGammas.contains(power)
        self.init(places: places, transfer: isSRGB ? .sRGB : .gamma(power))
    }
}
