import BenchmarkKit
import Foundation
import GRDBSQLite

/// A connection to a database by SQLite's C functions.
final class SQLiteConnection {
    private let connection: OpaquePointer

    init(_ file: URL, isReadOnly: Bool = false) throws {
        var connection: OpaquePointer?
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        guard sqlite3_open_v2(file.path, &connection, flags, nil) == SQLITE_OK, let connection else {
            throw BenchmarkFailure("SQLite cannot open \(file.path)")
        }
        self.connection = connection
    }

    deinit {
        sqlite3_close_v2(connection)
    }

    /// Runs statements that return nothing.
    func run(_ sql: String) throws {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    func statement(_ sql: String) throws -> Statement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure
        }
        return Statement(statement, of: self)
    }

    /// Returns the first number of the first row.
    func number(_ sql: String) throws -> Int {
        let statement = try statement(sql)
        return try statement.next() ? statement.integer(0) : 0
    }

    private var failure: BenchmarkFailure {
        BenchmarkFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
    }

    final class Statement {
        private let statement: OpaquePointer
        private let connection: SQLiteConnection

        fileprivate init(_ statement: OpaquePointer, of connection: SQLiteConnection) {
            (self.statement, self.connection) = (statement, connection)
        }

        deinit {
            sqlite3_finalize(statement)
        }

        func bind(_ id: UUID, at index: Int32) {
            // SQLite copies the bytes before the call returns.
            let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            withUnsafeBytes(of: id.uuid) {
                _ = sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), transient)
            }
        }

        /// Goes to the next row.
        /// - Returns: `false` after the last one.
        func next() throws -> Bool {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: return true
            case SQLITE_DONE: return false
            default: throw connection.failure
            }
        }

        /// Makes the statement ready for its next run.
        func reset() { sqlite3_reset(statement) }

        func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
    }
}
