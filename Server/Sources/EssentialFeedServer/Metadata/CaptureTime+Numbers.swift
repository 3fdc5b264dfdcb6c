import Foundation
import ImageFormats

extension CaptureTime {
    private enum GPSTag {
        static let (time, date) = (0x07, 0x1D)
    }

    /// Reads the time when GPS found the position, in UTC. Returns `nil` if any part is missing, or if the time of day is
    /// zero, which cameras write without a GPS fix.
    init?(gps directory: TIFFDirectory) {
        guard let date = directory.text(GPSTag.date), let parts = directory.fractions(GPSTag.time)?.compactMap(\.self),
            parts.count == 3
        else { return nil }
        var scanner = TimeScanner(String(decoding: date, as: UTF8.self))
        let time = parts[0] * 3_600 + parts[1] * 60 + parts[2]
        guard let day = scanner.date(), day.isComplete, time > 0, time < 86_400 else { return nil }
        let milliseconds = Int(time * 1_000)
        let (second, fraction) = (milliseconds / 1_000, milliseconds % 1_000 * 1_000_000)
        self.init(
            day,
            TimeScanner.Clock(
                hour: second / 3_600, minute: second / 60 % 60, second: second % 60, nanosecond: fraction),
            offset: 0)
    }

    /// Reads when a PNG was changed last, in UTC.
    init?(png reader: ByteReader, in content: Range<Int>) {
        let numbers = content.dropFirst(2).compactMap { reader.byte(at: $0) }
        guard content.count == 7, numbers.count == 5, numbers[0] > 0, numbers[1] > 0,
            let year = reader.number(2, at: content.lowerBound, .bigEndian)
        else { return nil }
        self.init(
            TimeScanner.Day(year: year, month: numbers[0], day: numbers[1]),
            TimeScanner.Clock(hour: numbers[2], minute: numbers[3], second: numbers[4]), offset: 0)
    }
}
