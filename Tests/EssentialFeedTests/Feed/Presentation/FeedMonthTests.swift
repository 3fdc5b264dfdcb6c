import EssentialFeed
import Foundation
import TestSupport
import Testing

@Suite struct FeedMonthTests {
    @Test func `Images of a month follow each other under its name, in the order of the feed`() throws {
        let months = try months(["2026-06-30T23:59:59Z", "2026-06-01T00:00:00Z", "2026-05-31T23:59:59Z", nil, nil])
        #expect(months.map(\.name) == ["June 2026", "May 2026", "Unknown Date"])
        #expect(months.map(\.shortName) == ["Jun 2026", "May 2026", "Unknown Date"])
        #expect(months.map(\.images) == [0..<2, 2..<3, 3..<5])
        #expect(months.map(\.year) == ["2026", "2026", nil])
    }

    @Test func `A feed without dates has no months, and neither has an empty one`() throws {
        #expect(try months([nil, nil]).isEmpty)
        #expect(try months([]).isEmpty)
    }

    @Test(
        arguments: [(Language.greek, "Ιούνιος 2026"), (.brazilianPortuguese, "Junho de 2026"), (.english, "June 2026")])
    func `A month has its name in the language, in the form standing alone`(language: Language, name: String) throws {
        #expect(try months(["2026-06-30T23:59:59Z"], language).map(\.name) == [name])
    }

    @Test func `Unusual years and an order without dates are possible`() throws {
        let years = try months(["9999-12-31T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-01T00:00:00Z"])
        #expect(years.map(\.images) == [0..<1, 1..<2, 2..<3])
        #expect(years[0].name == "December 9999" && years[2].name == years[0].name)
        #expect(months(of: [image(.distantPast), image(.distantFuture)]).count == 2)
    }

    @Test(.detectsHangs) func `A hundred thousand images are divided, in one month or in any order`() {
        var generator = SeededGenerator(seed: 3)
        let start = Date(timeIntervalSinceReferenceDate: 0)
        let inOne = (0..<100_000).map { image(start + Double($0)) }
        let inAny = (0..<100_000).map { _ in image(start + .random(in: 0...1_200_000_000, using: &generator)) }
        #expect(months(of: inOne).count == 1)
        #expect(months(of: inAny).count > 90_000)
    }

    private var gregorian: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    private func months(of images: [FeedImage]) -> [FeedMonth] {
        FeedMonth.months(of: images, calendar: gregorian, language: .english)
    }

    private func months(_ dates: [String?], _ language: Language = .english) throws -> [FeedMonth] {
        let images = try dates.map { image(try $0.map { try Date($0, strategy: .iso8601) }) }
        return FeedMonth.months(of: images, calendar: gregorian, language: language)
    }

    private func image(_ date: Date?) -> FeedImage {
        FeedImage(id: UUID(), url: URL(filePath: "/"), createdAt: date)
    }
}
