import EssentialFeed
import Foundation
import HTTPTransport
import Testing

@Suite struct FeedImageFreshnessTests {
    /// An answer, and what may be done with its bytes so many seconds after it came.
    struct Case: CustomTestStringConvertible {
        let name: String
        var headers: HTTPHeaders
        /// Seconds after the answer came, with the use that is due then.
        let uses: [(after: TimeInterval, use: Freshness.Use)]
        var requestTook: TimeInterval = 0

        var testDescription: String { name }

        /// Fresh to the second before, stale from then on.
        static func lasts(
            _ name: String, _ headers: HTTPHeaders, for seconds: TimeInterval, requestTook: TimeInterval = 0,
            then: Freshness.Use = .useAndRevalidate
        ) -> Case {
            let uses: [(after: TimeInterval, use: Freshness.Use)] = [(seconds, then), (seconds + 1e9, then)]
            let fresh: [(after: TimeInterval, use: Freshness.Use)] = seconds > 0 ? [(seconds - 0.5, .use)] : []
            return Case(name: name, headers: headers, uses: fresh + uses, requestTook: requestTook)
        }

        static func always(
            _ name: String, _ headers: HTTPHeaders, _ use: Freshness.Use
        ) -> Case {
            Case(name: name, headers: headers, uses: [(0, use), (59, use), (61, use), (1e10, use)])
        }

        static func control(_ field: String, for seconds: TimeInterval) -> Case {
            .lasts(field, ["Cache-Control": field], for: seconds)
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
        .lasts("max-age before Expires", ["Cache-Control": "max-age=60", "Expires": now], for: 60),
        .lasts("Expires counts from Date", ["Date": minuteEarlier, "Expires": minuteLater], for: 60),
        .lasts("Expires without Date counts from the arrival", ["Expires": minuteLater], for: 60),
        .lasts("Expires 0", ["Expires": "0"], for: 0),
        .lasts("Expires is no date", ["Expires": "soon"], for: 0),
        .lasts("Expires twice", HTTPHeaders([("Expires", minuteLater), ("Expires", minuteLater)]), for: 0),
        .lasts("Expires in the past", ["Expires": minuteEarlier], for: 0),
        .lasts("Age is taken off", ["Cache-Control": "max-age=60", "Age": "20"], for: 40),
        .lasts("Age takes all", ["Cache-Control": "max-age=60", "Age": "61"], for: -1),
        .lasts("Age twice: the first", ["Cache-Control": "max-age=60", "Age": "20, 50"], for: 40),
        .lasts("Age that is none", ["Cache-Control": "max-age=60", "Age": "-20"], for: 60),
        .lasts("an old Date is age", ["Cache-Control": "max-age=90", "Date": minuteEarlier], for: 30),
        .lasts(
            "the larger of Age and Date", ["Cache-Control": "max-age=90", "Date": minuteEarlier, "Age": "70"], for: 20),
        .lasts("a Date to come is no age", ["Cache-Control": "max-age=60", "Date": minuteLater], for: 60),
        .lasts("a slow answer is age", ["Cache-Control": "max-age=60", "Age": "10"], for: 45, requestTook: 5),
        .lasts("Last-Modified: a tenth", ["Last-Modified": "Sun, 11 Oct 2015 07:28:00 GMT"], for: day),
        .lasts("Last-Modified: a week at most", ["Last-Modified": "Sun, 11 Oct 1998 07:28:00 GMT"], for: 7 * day),
        .lasts("Last-Modified: an hour at least", ["Last-Modified": minuteEarlier], for: 3600),
        .lasts("Last-Modified to come", ["Last-Modified": "Fri, 15 Oct 2038 07:28:00 GMT"], for: 3600),
        .lasts("must-revalidate", ["Cache-Control": "max-age=60, must-revalidate"], for: 60, then: .revalidateFirst),
        .lasts(
            "must-revalidate before stale-while-revalidate",
            ["Cache-Control": "max-age=60, must-revalidate, stale-while-revalidate=600"], for: 60,
            then: .revalidateFirst),
        .lasts("Vary by what is always the same", ["Cache-Control": "max-age=60", "Vary": "Accept-Encoding"], for: 60),
        .always("no-cache", ["Cache-Control": "no-cache"], .revalidateFirst),
        .always("no-cache with a time", ["Cache-Control": "max-age=60, no-cache"], .revalidateFirst),
        .always("no-cache of a field", ["Cache-Control": "max-age=60, no-cache=\"Set-Cookie, X\""], .revalidateFirst),
        .always("no-cache before immutable", ["Cache-Control": "immutable, no-cache"], .revalidateFirst),
        .always("Vary: *", ["Cache-Control": "max-age=60", "Vary": "*"], .revalidateFirst),
        .always("immutable", ["Cache-Control": "max-age=60, immutable"], .use),
        .always("immutable without a time", ["Cache-Control": "immutable"], .use),
    ]

    @Test("N033 What may be done with stored bytes, by what the answer said and when it came", arguments: lifetimes)
    func test_use_obeysTheAnswer(_ answer: Case) throws {
        let freshness = try #require(
            Freshness(
                answer.headers, requestedAt: Self.received - answer.requestTook, receivedAt: Self.received))
        for (after, use) in answer.uses {
            #expect(freshness.use(at: Self.received + after) == use, "\(after) s after")
        }
    }

    @Test(
        "N033 What must not be stored is not",
        arguments: ["no-store", "No-Store", "max-age=60, no-store", "immutable,no-store=\"x\"", "private , no-store"])
    func test_init_isNoneForNoStore(field: String) {
        #expect(parsed(["Cache-Control": field]) == nil)
    }

    @Test("N033 Validators are those of the answer; what is none is not kept")
    func test_init_keepsValidators() throws {
        let modified = "Sun, 11 Oct 2015 07:28:00 GMT"
        for tag in ["\"a\"", "W/\"a\"", "\"\"", "\"a,b\""] {
            let kept = try #require(parsed(["ETag": tag, "Last-Modified": modified]))
            #expect(kept.entityTag == tag)
            #expect(kept.lastModified == modified)
        }
        for tag in ["a", "\"a", "w/\"a\"", "\"a\"b\"", "\"", "", "\"a\", \"b\""] {
            #expect(try #require(parsed(["ETag": tag, "Last-Modified": "never"])).entityTag == nil, "\(tag)")
        }
        #expect(try #require(parsed(["Last-Modified": "never"])).lastModified == nil)
    }

    @Test("N033 Bytes that came at a time more than five minutes from now are due: the clock was wrong")
    func test_use_isDueWhenReceivedInTheFuture() throws {
        let freshness = try #require(parsed(["Cache-Control": "max-age=1000000"]))
        #expect(freshness.use(at: Self.received - 300) == .use)
        #expect(freshness.use(at: Self.received - 301) == .useAndRevalidate)
    }

    @Test("N033 Bytes that were stored by an earlier version are shown and asked for")
    func test_unknown_isDue() {
        #expect(Freshness.unknown.use(at: Self.received) == .useAndRevalidate)
        #expect(Freshness.unknown.use(at: .distantPast) == .useAndRevalidate)
    }

    @Test(
        "N033 After an error of the server bytes are used unless that is forbidden, or its permission is over",
        arguments: [
            ("max-age=60", true, true), ("max-age=60, stale-if-error=30", true, true),
            ("max-age=60, must-revalidate", false, false),
            ("max-age=60, must-revalidate, stale-if-error=99", false, false),
            ("max-age=60, no-cache", false, false), ("max-age=60, no-cache, stale-if-error=30", true, false),
            ("no-cache, stale-if-error=85", true, false), ("no-cache, stale-if-error=soon", false, false),
        ])
    func test_mayBeUsedAfterServerError_followsCacheControl(field: String, early: Bool, late: Bool) throws {
        let freshness = try #require(parsed(["Cache-Control": field]))
        #expect(freshness.mayBeUsedAfterServerError(at: Self.received + 80) == early)
        #expect(freshness.mayBeUsedAfterServerError(at: Self.received + 90) == late)
    }

    private func parsed(_ headers: HTTPHeaders) -> Freshness? {
        Freshness(headers, requestedAt: Self.received, receivedAt: Self.received)
    }
}
