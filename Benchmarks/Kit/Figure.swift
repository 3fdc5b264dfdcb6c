import Foundation

/// Figures as the table shows them.
package enum Figure {
    /// Returns the time in microseconds or milliseconds, with three significant digits.
    package static func time(_ time: Duration) -> String {
        let microseconds = time / .microseconds(1)
        return microseconds < 1_000 ? "\(number(microseconds)) µs" : "\(number(microseconds / 1_000)) ms"
    }

    package static func ratio(_ ratio: Double) -> String { String(format: "%.2f ×", ratio) }

    /// Returns the number of bytes in units of a million bytes.
    package static func megabytes(_ count: Int) -> String { "\(number(Double(count) / 1e6)) MB" }

    /// Returns the number with at least three significant digits, without a fraction from 1,000 on and without zeros at
    /// the end of a fraction.
    package static func number(_ number: Double) -> String {
        String(format: number >= 1_000 ? "%.0f" : "%.3g", number)
    }
}
