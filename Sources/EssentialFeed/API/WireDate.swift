public import Foundation

/// Dates as the contract writes them: ISO 8601 with a zone.
public enum WireDate {
    /// `Z`, `+00:00`, `+0000`, other offsets and fractional seconds all parse; a date without a zone does not, nor one
    /// that no calendar has (B045).
    public static func date(from text: String) -> Date? {
        // Foundation's parser ignores what follows the zone, and rolls impossible days, hours and offsets over.
        let form = /(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d(:?[0-5]\d)?)/
        guard let match = text.wholeMatch(of: form) else { return nil }
        let day = DateComponents(
            calendar: Calendar(identifier: .gregorian), year: Int(match.1), month: Int(match.2), day: Int(match.3))
        guard day.isValidDate else { return nil }
        do {
            return try Date(text.uppercased(), strategy: .iso8601)
        } catch {
            return nil
        }
    }

    /// The date in UTC, to the second: `2020-05-20T11:24:59Z`.
    public static func text(_ date: Date) -> String {
        date.formatted(.iso8601)
    }
}
