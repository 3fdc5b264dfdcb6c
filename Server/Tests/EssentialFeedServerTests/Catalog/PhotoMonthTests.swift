import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The months of a catalog's photos.
@Suite struct PhotoMonthTests {
    private let state = TemporaryFolder()

    private func months(_ catalog: any PhotoCatalog, in zone: TimeZone = .gmt) throws -> [String: Int] {
        let months = try catalog.months(in: zone)
        return Dictionary(uniqueKeysWithValues: months.map { ($0.key.id, $0.value) })
    }

    @Test(arguments: CatalogKind.allCases)
    func `Server: photos of one time are in its month, later ones in that when they came`(kind: CatalogKind) throws {
        let june = try Date("2026-06-01T00:00:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
        let now = try Date("2026-11-15T12:00:00Z", strategy: .iso8601)
        let catalog = try kind.make(state, now: { now })
        try catalog.add((0..<300).map { ImaginaryPhoto(number: $0, date: june) })
        try catalog.add([ImaginaryPhoto(number: 300, date: june - 1)])
        try catalog.endFirstImport()
        try catalog.add([ImaginaryPhoto(number: 301, date: june - 86_400_000)])
        #expect(try months(catalog) == ["2026-11": 1, "2026-06": 300, "2026-05": 1])
        let month = try #require(PhotoMonth(id: "2026-06", in: .gmt))
        #expect(try catalog.positions(before: month.position, limit: 9).map(\.id) == [ImaginaryPhoto(number: 301).id])
        #expect(try catalog.page(from: month.position, limit: 1_000).count == 301)
        try catalog.forget([ImaginaryPhoto(number: 7).path])
        #expect(try months(catalog)["2026-06"] == 299)
        #expect(try months(catalog, in: #require(TimeZone(secondsFromGMT: -3_600))) == ["2026-11": 1, "2026-05": 300])
    }

    @Test(.detectsHangs) func `Server: photos of the first and the last year have months, too`() throws {
        let catalog = try CatalogKind.inMemory.make(state)
        let dates = [Date.distantPast, .distantFuture].map(\.timeIntervalSinceReferenceDate)
        try catalog.add(dates.enumerated().map { ImaginaryPhoto(number: $0, date: $1) })
        #expect(try months(catalog).values.sorted() == [1, 1])
    }
}
