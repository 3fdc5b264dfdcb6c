import EssentialFeed
import HTTPTransport
import Testing

@Suite struct HTTPHeadersTests {
    @Test("B014 A header field is found by its name in any case, and repeated fields are joined")
    func test_subscript_findsFieldsInAnyCase() {
        var headers = HTTPHeaders([
            (name: "ETag", value: "\"a\""), (name: "Vary", value: "Accept"), (name: "vary", value: "Cookie"),
        ])

        #expect(headers["etag"] == "\"a\"")
        #expect(headers["VARY"] == "Accept, Cookie")
        headers["ETAG"] = nil
        #expect(headers == ["vary": "Accept, Cookie"])
        #expect(headers.map(\.name) == ["vary"])
    }
}
