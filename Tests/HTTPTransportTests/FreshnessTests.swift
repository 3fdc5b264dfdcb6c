import Foundation
import HTTPTransport
import HTTPTypes
import Testing

@Suite struct FreshnessTests {
    /// A response, and what may be done with its bytes at some times after it arrived.
    struct Case: CustomTestStringConvertible {
        let name: String
        var fields: HTTPFields
        /// The expected uses, by the number of seconds after the response arrived.
        let uses: [(after: TimeInterval, use: Freshness.Use)]
        var requestTook: TimeInterval = 0

        var testDescription: String { name }

        /// A response that is fresh until a number of seconds after it arrived, and stale from then on.
        static func lasts(
            _ name: String, _ fields: HTTPFields, for seconds: TimeInterval, requestTook: TimeInterval = 0,
            then: Freshness.Use = .useAndRevalidate
        ) -> Case {
            let uses: [(after: TimeInterval, use: Freshness.Use)] = [(seconds, then), (seconds + 1e9, then)]
            let fresh: [(after: TimeInterval, use: Freshness.Use)] = seconds > 0 ? [(seconds - 0.5, .use)] : []
            return Case(name: name, fields: fields, uses: fresh + uses, requestTook: requestTook)
        }

        static func always(
            _ name: String, _ fields: HTTPFields, _ use: Freshness.Use
        ) -> Case {
            Case(name: name, fields: fields, uses: [(0, use), (59, use), (61, use), (1e10, use)])
        }

        static func control(_ field: String, for seconds: TimeInterval) -> Case {
            .lasts(field, [.cacheControl: field], for: seconds)
        }
    }

    static let received = Date(timeIntervalSince1970: 1_445_412_480)
    static let now = "Wed, 21 Oct 2015 07:28:00 GMT"
    static let minuteEarlier = "Wed, 21 Oct 2015 07:27:00 GMT"
    static let minuteLater = "Wed, 21 Oct 2015 07:29:00 GMT"
    private static let day: TimeInterval = 86_400

    static let lifetimes: [Case] = [
        .control("max-age=60", for: 60),
        .control("MAX-AGE=60", for: 60),
        .control("max-age=\"60\"", for: 60),
        .control("private, max-age=60", for: 60),
        .control("public,max-age=60,", for: 60),
        .control("foo=\"max-age=1, x\", max-age=60", for: 60),
        .control("max-age=0", for: 0),
        .control("max-age=-1", for: 0),
        .control("max-age=1.5", for: 0),
        .control("max-age=soon", for: 0),
        .control("max-age", for: 0),
        .control("max-age=99999999999999999999", for: TimeInterval(1 << 31)),
        .control("max-age=60, max-age=3600", for: 60),
        .control("s-maxage=5, max-age=60", for: 60),
        .control("s-maxage=5", for: day),
        .control("max-age=60, proxy-revalidate", for: 60),
        .control("max-age=60, stale-while-revalidate=5", for: 60),
        .control("max-age=60, stale-if-error=5", for: 60),
        .control("max-age=60, no-store, must-understand", for: 60),
        .lasts("nothing at all", [:], for: day),
        .lasts("max-age before Expires", [.cacheControl: "max-age=60", .expires: now], for: 60),
        .lasts("Expires counts from Date", [.date: minuteEarlier, .expires: minuteLater], for: 60),
        .lasts("Expires without Date counts from the arrival", [.expires: minuteLater], for: 60),
        .lasts("Expires 0", [.expires: "0"], for: 0),
        .lasts("Expires is no date", [.expires: "soon"], for: 0),
        .lasts(
            "Expires twice",
            HTTPFields([.init(name: .expires, value: minuteLater), .init(name: .expires, value: minuteLater)]), for: 0),
        .lasts("Expires in the past", [.expires: minuteEarlier], for: 0),
        .lasts("Age is taken off", [.cacheControl: "max-age=60", .age: "20"], for: 40),
        .lasts("Age takes all", [.cacheControl: "max-age=60", .age: "61"], for: -1),
        .lasts("Age twice: the first", [.cacheControl: "max-age=60", .age: "20, 50"], for: 40),
        .lasts("Age that is none", [.cacheControl: "max-age=60", .age: "-20"], for: 60),
        .lasts("an old Date is age", [.cacheControl: "max-age=90", .date: minuteEarlier], for: 30),
        .lasts(
            "the larger of Age and Date", [.cacheControl: "max-age=90", .date: minuteEarlier, .age: "70"], for: 20),
        .lasts("a Date to come is no age", [.cacheControl: "max-age=60", .date: minuteLater], for: 60),
        .lasts("a slow answer is age", [.cacheControl: "max-age=60", .age: "10"], for: 45, requestTook: 5),
        .lasts("Last-Modified: a tenth", [.lastModified: "Sun, 11 Oct 2015 07:28:00 GMT"], for: day),
        .lasts("Last-Modified: a week at most", [.lastModified: "Sun, 11 Oct 1998 07:28:00 GMT"], for: 7 * day),
        .lasts("Last-Modified: an hour at least", [.lastModified: minuteEarlier], for: 3600),
        .lasts("Last-Modified to come", [.lastModified: "Fri, 15 Oct 2038 07:28:00 GMT"], for: 3600),
        .lasts("must-revalidate", [.cacheControl: "max-age=60, must-revalidate"], for: 60, then: .revalidateFirst),
        .lasts(
            "must-revalidate before stale-while-revalidate",
            [.cacheControl: "max-age=60, must-revalidate, stale-while-revalidate=600"], for: 60,
            then: .revalidateFirst),
        .lasts("Vary by what is always the same", [.cacheControl: "max-age=60", .vary: "Accept-Encoding"], for: 60),
        .always("no-cache", [.cacheControl: "no-cache"], .revalidateFirst),
        .always("no-cache with a time", [.cacheControl: "max-age=60, no-cache"], .revalidateFirst),
        .always("no-cache of a field", [.cacheControl: "max-age=60, no-cache=\"Set-Cookie, X\""], .revalidateFirst),
        .always("no-cache before immutable", [.cacheControl: "immutable, no-cache"], .revalidateFirst),
        .always("Vary: *", [.cacheControl: "max-age=60", .vary: "*"], .revalidateFirst),
        .always("immutable", [.cacheControl: "max-age=60, immutable"], .use),
        .always("immutable without a time", [.cacheControl: "immutable"], .use),
    ]

    @Test(arguments: lifetimes)
    func `The response's fields and its arrival decide what may be done with stored bytes`(_ answer: Case) throws {
        let freshness = try #require(
            Freshness(
                answer.fields, requestedAt: Self.received - answer.requestTook, receivedAt: Self.received))
        for (after, use) in answer.uses {
            #expect(freshness.use(at: Self.received + after) == use, "\(after) s after")
        }
    }

    @Test(arguments: ["no-store", "No-Store", "max-age=60, no-store", "immutable,no-store=\"x\"", "private , no-store"])
    func `A response that must not be stored has no freshness`(field: String) {
        #expect(parsed([.cacheControl: field]) == nil)
    }

    @Test
    func `The entity tag and the date of the last change are those of the response, unless they are invalid`() throws {
        let modified = "Sun, 11 Oct 2015 07:28:00 GMT"
        for tag in ["\"a\"", "W/\"a\"", "\"\"", "\"a,b\""] {
            let kept = try #require(parsed([.eTag: tag, .lastModified: modified]))
            #expect(kept.entityTag == tag)
            #expect(kept.lastModified == modified)
        }
        for tag in ["a", "\"a", "w/\"a\"", "\"a\"b\"", "\"", "", "\"a\", \"b\""] {
            #expect(try #require(parsed([.eTag: tag, .lastModified: "never"])).entityTag == nil, "\(tag)")
        }
        #expect(try #require(parsed([.lastModified: "never"])).lastModified == nil)
    }

    @Test
    func `Bytes that arrived more than five minutes in the future are stale, because the clock was wrong`() throws {
        let freshness = try #require(parsed([.cacheControl: "max-age=1000000"]))
        #expect(freshness.use(at: Self.received - 300) == .use)
        #expect(freshness.use(at: Self.received - 301) == .useAndRevalidate)
    }

    @Test func `Bytes that an earlier version stored are shown and revalidated`() {
        #expect(Freshness.unknown.use(at: Self.received) == .useAndRevalidate)
        #expect(Freshness.unknown.use(at: .distantPast) == .useAndRevalidate)
    }

    @Test(
        "Bytes are used after a server error, unless that is forbidden or no longer permitted",
        arguments: [
            ("max-age=60", true, true), ("max-age=60, stale-if-error=30", true, true),
            ("max-age=60, must-revalidate", false, false),
            ("max-age=60, must-revalidate, stale-if-error=99", false, false),
            ("max-age=60, no-cache", false, false), ("max-age=60, no-cache, stale-if-error=30", true, false),
            ("no-cache, stale-if-error=85", true, false), ("no-cache, stale-if-error=soon", false, false),
        ])
    func mayBeUsedAfterServerErrorFollowsTheRules(field: String, early: Bool, late: Bool) throws {
        let freshness = try #require(parsed([.cacheControl: field]))
        #expect(freshness.mayBeUsedAfterServerError(at: Self.received + 80) == early)
        #expect(freshness.mayBeUsedAfterServerError(at: Self.received + 90) == late)
    }

    private func parsed(_ fields: HTTPFields) -> Freshness? {
        Freshness(fields, requestedAt: Self.received, receivedAt: Self.received)
    }
}
