import EssentialFeed

/// Formats a duration for people, with two or three significant digits.
enum DurationText {
    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + (attoseconds + 500_000_000_000) / 1_000_000_000_000
        return switch microseconds {
        case ..<1000: "\(microseconds) µs"
        case ..<9_950: decimal(microseconds, unit: 1000, places: 1) + " ms"
        case ..<999_500: decimal(microseconds, unit: 1000, places: 0) + " ms"
        case ..<9_995_000: decimal(microseconds, unit: 1_000_000, places: 2) + " s"
        case ..<99_950_000: decimal(microseconds, unit: 1_000_000, places: 1) + " s"
        default: decimal(microseconds, unit: 1_000_000, places: 0) + " s"
        }
    }

    /// Rounds with integers, because binary fractions would be off by one in the last place.
    private static func decimal(_ value: Int64, unit: Int64, places: Int) -> String {
        let scale: Int64 = [1, 10, 100][places]
        let scaled = (value * scale + unit / 2) / unit
        guard places > 0 else { return String(scaled) }
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
