/// Formats a number of bytes for people, in powers of a thousand.
package enum ByteCount {
    package static func text(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = ""
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 || unit.isEmpty {
            value /= 1000
            unit = next
        }
        let tenths = (value * 10).rounded() / 10
        return tenths < 10 && tenths != tenths.rounded() ? "\(tenths) \(unit)" : "\(Int(value.rounded())) \(unit)"
    }
}
