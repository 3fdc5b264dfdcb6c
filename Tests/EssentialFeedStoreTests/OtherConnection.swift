import GRDB

/// A connection that bypasses the store.
struct OtherConnection {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    func begin() throws {
        try queue.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
    }

    func commit() throws {
        try queue.writeWithoutTransaction { try $0.commit() }
    }

    func execute(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    func texts(_ sql: String) throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: sql) }
    }
}
