import Foundation
import GRDB
import GRDBSQLite

/// A statement that the connection prepares once and caches.
///
/// Values are bound and read with SQLite's own functions, because decoding rows by name takes several times as long. A
/// statement is valid only within the database access that created it.
struct PreparedStatement {
    private let database: Database
    private let statement: Statement
    private var handle: OpaquePointer { statement.sqliteStatement }

    init(_ sql: String, in database: Database) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    // MARK: Binding, from index 1

    func bind(_ text: String?, at index: Int32) throws {
        guard var text else { return try check(sqlite3_bind_null(handle, index)) }
        try check(
            text.withUTF8 { utf8 in
                // A null pointer would bind NULL, and an empty text's pointer may be null.
                utf8.withMemoryRebound(to: CChar.self) { characters in
                    guard let address = characters.baseAddress else {
                        return sqlite3_bind_text(handle, index, "", 0, Self.transient)
                    }
                    return sqlite3_bind_text(handle, index, address, Int32(characters.count), Self.transient)
                }
            })
    }

    func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        try check(sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), Self.transient))
    }

    func bind(_ data: Data?, at index: Int32) throws {
        guard let data else { return try check(sqlite3_bind_null(handle, index)) }
        try data.withUnsafeBytes { try bind($0, at: index) }
    }

    func bind(_ number: Int?, at index: Int32) throws {
        guard let number else { return try check(sqlite3_bind_null(handle, index)) }
        try check(sqlite3_bind_int64(handle, index, Int64(number)))
    }

    func bind(_ number: Double?, at index: Int32) throws {
        guard let number else { return try check(sqlite3_bind_null(handle, index)) }
        try check(sqlite3_bind_double(handle, index, number))
    }

    // MARK: Running

    /// Moves to the next row. Returns `false` after the last row; the statement can then be bound and run again.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        case let code:
            let error = DatabaseError(
                resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: statement.sql)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs a statement and ignores its rows, if any.
    func run() throws {
        while try step() {}
    }

    /// Ends the statement before its last row and releases its lock on the database.
    func finish() {
        sqlite3_reset(handle)
    }

    // MARK: Reading, from column 0

    func text(_ column: Int32) -> String? {
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Returns the bytes of a column, valid until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let bytes = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Returns a count that is small enough not to overflow in arithmetic.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` if the number is below 0 or above 2⁵³, because the
    ///   program never writes such a count.
    func integer(_ column: Int32) throws -> Int {
        let number = sqlite3_column_int64(handle, column)
        guard (0...1 << 53).contains(number) else { throw StoreError(.corrupt) }
        return Int(number)
    }

    func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// Returns a time, which the database stores as seconds since the reference date.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` if the time is 10,000 years or more from that date,
    ///   because no clock shows such a time.
    func date(_ column: Int32) throws -> Date {
        let seconds = double(column)
        guard abs(seconds) < 10_000 * 366 * 86_400 else { throw StoreError(.corrupt) }
        // With seconds since 1970, half of all dates wouldn't survive the round trip.
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// Makes SQLite copy the value before the call returns.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
