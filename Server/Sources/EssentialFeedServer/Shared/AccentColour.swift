import EssentialFeed
import Foundation

/// A colour in sRGB with which the owner marks the feed.
struct AccentColour: Hashable, Sendable {
    static let white = AccentColour(0xFFFFFF)
    static let black = AccentColour(0)
    /// The pages' own.
    static let usual = AccentColour(0x1C71D8)

    private let components: [UInt8]

    private init(components: [UInt8]) {
        self.components = components
    }

    /// - Parameter code: Two hexadecimal digits for each of red, green and blue.
    init(_ code: UInt32) {
        components = [16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    }

    /// - Parameter text: Six hexadecimal digits, with or without `#` before them.
    init?(_ text: String) {
        let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        guard let components = [UInt8](hexadecimal: digits.lowercased()), components.count == 3 else { return nil }
        self.components = components
    }

    /// The colour in CSS, in lower case.
    var text: String { "#" + components.hexadecimal }

    /// The relative luminance (WCAG 2.2), from 0 for black to 1 for white.
    private var luminance: Double {
        let linear = components.map { component in
            let value = Double(component) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Returns the contrast ratio (WCAG 2.2), from 1 to 21.
    func contrast(to other: AccentColour) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// Returns the colour with as little of another one, in steps of a hundredth, as gives it a contrast to a third one;
    /// the other one if none does.
    func mixed(with other: AccentColour, untilContrast contrast: Double, to ground: AccentColour) -> AccentColour {
        for hundredths in 0...100 {
            let mixed = mixed(with: other, Double(hundredths) / 100)
            if mixed.contrast(to: ground) >= contrast { return mixed }
        }
        return other
    }

    private func mixed(with other: AccentColour, _ share: Double) -> AccentColour {
        let mixed = zip(components, other.components).map { (one, two) -> UInt8 in
            let (start, end) = (Double(one), Double(two))
            return UInt8((start + (end - start) * share).rounded())
        }
        return AccentColour(components: mixed)
    }
}
