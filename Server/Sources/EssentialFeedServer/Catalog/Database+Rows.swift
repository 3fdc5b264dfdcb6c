import GRDB

/// Reading with statements that a connection prepares only once.
extension Database {
    /// Returns the first column of the first row; `nil` without a row or a value.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }
}

extension DatabaseError {
    /// SQLite reports an exhausted quota, or a limit on the size of files, as a failed write.
    var isDiskFull: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_WRITE }

    var isDamage: Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(resultCode)
    }

    var isOfTheDisk: Bool {
        [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(resultCode)
    }
}
