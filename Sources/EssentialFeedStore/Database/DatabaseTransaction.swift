import EssentialFeed
import GRDB

/// Runs a transaction's steps on the database.
///
/// The first error is kept, so the whole transaction is rolled back even if its steps swallow the error.
final class DatabaseTransaction: FeedStoreTransaction {
    private let table: FeedTable
    private(set) var error: (any Error)?

    init(_ database: Database) {
        table = FeedTable(database: database)
    }

    func retrieve() throws -> CachedFeed? {
        try StoreError.wrapping { try table.feed() }
    }

    func delete() throws {
        try step { try table.delete() }
    }

    func insert(_ feed: CachedFeed) throws {
        try step {
            try table.delete()
            try table.insert(feed)
        }
    }

    private func step(_ work: () throws -> Void) throws {
        do {
            try StoreError.wrapping(work)
        } catch {
            self.error = self.error ?? error
            throw error
        }
    }
}
