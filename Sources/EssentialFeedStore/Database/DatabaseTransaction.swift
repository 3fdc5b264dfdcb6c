import EssentialFeed
import GRDB

/// The steps of a transaction as the database runs them.
///
/// It keeps the first error, so that the transaction is rolled back as a whole even if its steps swallow the error.
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
