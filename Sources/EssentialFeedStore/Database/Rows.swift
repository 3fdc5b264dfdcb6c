import Foundation
import GRDB

extension Database {
    /// Runs a statement, which the connection prepares once.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func first<Value>(
        _ sql: String, _ arguments: StatementArguments = [], read: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }

    func all<Value>(
        _ sql: String, _ arguments: StatementArguments = [], read: (Row) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() { values.append(try read(row)) }
        return values
    }
}

/// Values by column, from 0. A NULL is an empty value.
extension Row {
    /// Returns a text, even with a NUL, which would end GRDB's own conversion; `nil` for a NULL.
    func text(_ column: Int) throws -> String? {
        try withUnsafeData(atIndex: column) { $0.map { String(decoding: $0, as: UTF8.self) } }
    }

    func data(_ column: Int) -> Data { self[column] ?? Data() }

    func double(_ column: Int) -> Double { self[column] ?? 0 }

    /// Returns a count that is small enough not to overflow in arithmetic.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` if the number is below 0 or above 2⁵³, because the
    ///   program never writes such a count.
    func integer(_ column: Int) throws -> Int {
        let number: Int64 = self[column] ?? 0
        guard (0...1 << 53).contains(number) else { throw StoreError(.corrupt) }
        return Int(number)
    }

    /// Returns a time, which the database stores as seconds since the reference date.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` if the time is 10,000 years or more from that date,
    ///   because no clock shows such a time.
    func date(_ column: Int) throws -> Date {
        let seconds = double(column)
        guard abs(seconds) < 10_000 * 366 * 86_400 else { throw StoreError(.corrupt) }
        // With seconds since 1970, half of all dates wouldn't survive the round trip.
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}
