import BenchmarkKit
import EssentialFeedServer
import Foundation

/// The floor of a catalog's page: the server's own statements on the same database, by SQLite's C functions.
final class CatalogPages {
    struct Photo {
        let id: UUID
        let description: String?
        let place: String?
        let date: Date
        let author: String?
        let placeholder: Data?
        let width: Int
        let height: Int
        let cleaning: Int
        let location: String?
    }

    private let rank: SQLiteConnection.Statement
    private let page: SQLiteConnection.Statement
    private let id: SQLiteConnection.Statement

    init(_ connection: SQLiteConnection) throws {
        rank = try connection.statement(SQLiteCatalog.rankSQL)
        page = try connection.statement(SQLiteCatalog.pageSQL)
        id = try connection.statement("SELECT id FROM photo WHERE number = ?")
    }

    /// Returns the ids of random photos among the first ones.
    func anyPhotos(_ count: Int, of photoCount: Int) throws -> [UUID] {
        try (0..<count).map { _ in
            defer { id.reset() }
            id.bind(Int.random(in: 1...photoCount), at: 1)
            try BenchmarkFailure.check(try id.next(), "a photo is missing")
            return try id.id(0)
        }
    }

    func page(after cursor: UUID, limit: Int) throws -> [Photo] {
        defer {
            rank.reset()
            page.reset()
        }
        rank.bind(cursor, at: 1)
        try BenchmarkFailure.check(try rank.next(), "a photo is missing")
        page.bind(rank.double(0), at: 1)
        page.bind(cursor, at: 2)
        page.bind(limit, at: 3)
        var photos: [Photo] = []
        photos.reserveCapacity(limit)
        while try page.next() {
            photos.append(
                Photo(
                    id: try page.id(0), description: page.text(1), place: page.text(2),
                    date: Date(timeIntervalSinceReferenceDate: page.double(3)), author: page.text(4),
                    placeholder: page.data(5), width: page.integer(6), height: page.integer(7),
                    cleaning: page.integer(8), location: page.text(9)))
        }
        return photos
    }
}
