public import Foundation

/// Dates as the contract writes them: ISO 8601 with a zone.
public enum WireDate {
    /// `Z`, `+00:00`, `+0000`, other offsets and fractional seconds all parse; a date without a zone does not (B045).
    public static func date(from text: String) -> Date? {
        // Foundation's parser ignores what follows the zone and rolls impossible hours over.
        let shape = /\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d(:?\d\d)?)/
        guard text.wholeMatch(of: shape) != nil else { return nil }
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
