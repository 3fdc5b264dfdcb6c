import Foundation
import HTTPTransport
import HTTPTypes
import Testing

@Suite struct RetryPolicyTests {
    private let now = Date(timeIntervalSince1970: 1_445_412_480)

    @Test(arguments: [200, 304, 404, 429, 500, 501, 505])
    func `Requests are sent again after the statuses 502, 503 and 504 only`(status: Int) {
        #expect(delay(after: .success(answer(status))) == nil)
        for status in 502...504 { #expect(delay(after: .success(answer(status))) != nil) }
    }

    @Test func `Requests are sent again after refused and reset connections, and after no other error`() {
        let lasting: [HTTPClientError.Kind] = [
            .nameNotFound, .connectTimeout, .timeout, .insecure, .cut, .malformed, .tooLarge(limit: 1),
            .redirect(.tooMany), .other,
        ]
        for kind in [HTTPClientError.Kind.refused, .reset] {
            #expect(delay(after: .failure(HTTPClientError(kind))) != nil)
        }
        for kind in lasting { #expect(delay(after: .failure(HTTPClientError(kind))) == nil, "\(kind)") }
        #expect(delay(after: .failure(CancellationError())) == nil)
    }

    @Test func `The wait is a random part of 0.5 s, then of 1 s, and there is no third retry`() {
        for (jitter, first, second) in [(0.0, 0.0, 0.0), (0.25, 0.125, 0.25), (1.0, 0.5, 1.0)] {
            #expect(delay(after: .success(answer(503)), retries: 0, jitter: jitter) == .seconds(first))
            #expect(delay(after: .success(answer(503)), retries: 1, jitter: jitter) == .seconds(second))
            #expect(delay(after: .success(answer(503)), retries: 2, jitter: jitter) == nil)
        }
    }

    @Test(
        arguments: [
            ("7", 7.0), (" 60 ", 60), ("0", 0.5), ("Wed, 21 Oct 2015 07:28:09 GMT", 9),
            ("Wednesday, 21-Oct-15 07:28:09 GMT", 9), ("Wed Oct 21 07:28:09 2015", 9),
            ("Wed, 21 Oct 2015 07:27:00 GMT", 0.5), ("Wed, 21 Oct 2015 07:29:00 GMT", 60),
        ])
    func `Retry-After is respected, as seconds or a date, if it is the longer wait`(text: String, seconds: Double) {
        #expect(delay(after: .success(answer(503, retryAfter: text)), remaining: 61) == .seconds(seconds))
    }

    @Test(arguments: [
        "61", "99999999999999999999999", "Wed, 21 Oct 2015 07:29:01 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
    ])
    func `Retry-After over 60 s ends the retries`(text: String) {
        #expect(delay(after: .success(answer(503, retryAfter: text)), remaining: 1_000_000) == nil)
    }

    @Test func `A 429 is repeated only if it says when, and never sooner`() {
        #expect(delay(after: .success(answer(429))) == nil)
        #expect(delay(after: .success(answer(429, retryAfter: "soon"))) == nil)
        #expect(delay(after: .success(answer(429, retryAfter: "7"))) == .seconds(7))
        #expect(delay(after: .success(answer(429, retryAfter: "61")), remaining: 1_000) == nil)
    }

    @Test(arguments: ["", "soon", "-1", "1.5", "0x10", "٣"])
    func `An unreadable Retry-After is ignored`(text: String) {
        #expect(delay(after: .success(answer(503, retryAfter: text))) == .seconds(0.5))
    }

    @Test func `A wait that would exceed the time limit isn't begun`() {
        #expect(delay(after: .success(answer(503)), remaining: 0.5) == nil)
        #expect(delay(after: .success(answer(503)), remaining: 0.51) == .seconds(0.5))
        #expect(delay(after: .success(answer(503, retryAfter: "30")), remaining: 30) == nil)
    }

    private func delay(
        after outcome: Result<DataResponse, any Error>, retries: Int = 0, remaining: Double = 30, jitter: Double = 1
    ) -> Duration? {
        RetryPolicy.delay(after: outcome, retries: retries, remaining: .seconds(remaining), jitter: jitter, now: now)
    }

    private func answer(_ status: Int, retryAfter: String? = nil) -> DataResponse {
        DataResponse(
            url: URL(filePath: "/"), status: HTTPResponse.Status(code: status),
            headerFields: retryAfter.map { [.retryAfter: $0] } ?? [:],
            body: Data())
    }
}
