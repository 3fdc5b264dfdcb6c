import Foundation

/// Formats a number of bytes for display, in powers of 1,000.
package enum ByteCount {
    package static func text(_ bytes: Int, in language: Language) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = ""
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 || unit.isEmpty {
            value /= 1000
            unit = next
        }
        let tenths = (value * 10).rounded() / 10
        guard tenths < 10, tenths != tenths.rounded() else { return "\(Int(value.rounded())) \(unit)" }
        let separator = language.locale.decimalSeparator ?? "."
        return "\(tenths) \(unit)".replacing(".", with: separator)
    }
}
