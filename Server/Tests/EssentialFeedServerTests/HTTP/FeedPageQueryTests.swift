import Foundation
import Testing

@testable import EssentialFeedServer

@Suite struct FeedPageQueryTests {
    private static let id = UUID()

    @Test(
        arguments: [
            ("", 10), ("limit=1", 1), ("limit=10", 10), ("limit=007", 7), ("limit=100", 100), ("limit=101", 100),
            ("limit=99999999999999999999999999", 100), ("%6Cimit=%33", 3), ("other=1&limit=5&", 5),
        ])
    func `Server: the limit is 10 by default and at most 100`(query: String, limit: Int) throws {
        #expect(try FeedPageQuery(query).limit == limit)
    }

    @Test(
        arguments: [
            "limit=0", "limit=000", "limit=-1", "limit=+5", "limit= 5", "limit=5%20", "limit=5.0", "limit=", "limit",
            "limit=ten", "limit=0x10", "limit=1e1", "limit=%", "limit=٣",
        ])
    func `Server: a limit must be a positive whole number in decimal digits`(query: String) {
        #expect(throws: Problem.badLimit) { try FeedPageQuery(query) }
    }

    @Test func `Server: a cursor may be in upper or lower case`() throws {
        let text = Self.id.uuidString
        for spelling in [text, text.lowercased(), text.replacing("-", with: "%2D")] {
            #expect(try FeedPageQuery("after_id=\(spelling)&limit=2").cursor == Self.id)
        }
    }

    @Test(arguments: [
        "after_id=", "after_id", "after_id=1", "after_id={\(id)}", "after_id=\(id)0", "after_id=%zz",
        "after_id=\(id)%00", "after_id=\(id)%00x",
    ])
    func `Server: a malformed cursor is refused`(query: String) {
        #expect(throws: Problem.badCursor) { try FeedPageQuery(query) }
    }

    @Test(arguments: ["limit=1&limit=1", "after_id=\(id)&limit=1&after_id=\(id)"])
    func `Server: a parameter given twice is refused`(query: String) {
        #expect(throws: Problem.repeatedParameter) { try FeedPageQuery(query) }
    }
}
