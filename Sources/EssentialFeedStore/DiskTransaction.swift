import EssentialFeed
import GRDB

/// The steps of a transaction as the database runs them.
///
/// It keeps the first failure, so that steps which swallow an error are still rolled back as a whole (B061).
final class DiskTransaction: FeedStoreTransaction {
    private let table: FeedTable
    private(set) var failure: (any Error)?

    init(_ database: Database) {
        table = FeedTable(database: database)
    }

    func retrieve() throws -> CachedFeed? {
        try StoreError.wrapping { try table.retrieve() }
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
            failure = failure ?? error
            throw error
        }
    }
}
