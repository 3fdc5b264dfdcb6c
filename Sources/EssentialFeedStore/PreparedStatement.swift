import Foundation
import GRDB
import GRDBSQLite

/// A statement that the connection prepares once, with values bound and read through SQLite's own functions: decoding
/// rows by name takes several times as long.
///
/// Valid only inside the access to the database that it was made in.
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
                // A null pointer would bind NULL; that of an empty text may be one.
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

    func bind(_ number: Int, at index: Int32) throws {
        try check(sqlite3_bind_int64(handle, index, Int64(number)))
    }

    func bind(_ number: Double, at index: Int32) throws {
        try check(sqlite3_bind_double(handle, index, number))
    }

    // MARK: Running

    /// Moves to the next row; `false` at the end, when the statement is ready to be bound and run again.
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

    /// Runs a statement whose rows, if any, do not matter.
    func run() throws {
        while try step() {}
    }

    /// Ends the statement before its last row, which also ends its hold on the database.
    func finish() {
        sqlite3_reset(handle)
    }

    // MARK: Reading, from column 0

    func text(_ column: Int32) -> String? {
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Valid until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let bytes = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// A count, small enough that arithmetic with it cannot overflow.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` for what no program writes: less than 0, or over 2⁵³.
    func integer(_ column: Int32) throws -> Int {
        let number = sqlite3_column_int64(handle, column)
        guard (0...1 << 53).contains(number) else { throw StoreError(.corrupt) }
        return Int(number)
    }

    func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// A time, kept as seconds since the reference date.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/corrupt`` for what no clock shows: 10,000 years from then.
    func date(_ column: Int32) throws -> Date {
        let seconds = double(column)
        guard abs(seconds) < 10_000 * 366 * 86_400 else { throw StoreError(.corrupt) }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// SQLite copies what is bound before the call returns.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
