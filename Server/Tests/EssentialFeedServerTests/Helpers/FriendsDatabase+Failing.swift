import GRDB

@testable import EssentialFeedServer

extension FriendsDatabase {
    /// Lets each transaction fail when it is committed, as on a broken disk, that has added a row to a table.
    func failCommits(ofInsertsInto table: String) throws {
        try transact { transaction in
            try transaction.database.execute(
                sql: """
                    CREATE TABLE failing (friend INTEGER REFERENCES friends (id) DEFERRABLE INITIALLY DEFERRED);
                    CREATE TRIGGER failing_commit AFTER INSERT ON \(table) BEGIN INSERT INTO failing VALUES (2); END;
                    """)
        }
    }

    /// Ends what ``failCommits(ofInsertsInto:)`` has begun.
    func commitAgain() throws {
        try transact { try $0.database.execute(sql: "DROP TRIGGER failing_commit") }
    }
}
