import HTTPTransport
import HTTPTypes
import NIOHTTP1
import Testing

@testable import EssentialFeedHTTP

@Suite struct ResponseHeadTests {
    @Test func `B014 A header field is found by its name in any case, and repeated fields are joined`() {
        var fields = head([("eTAG", "\"a\""), ("Vary", "Accept"), ("vary", "Cookie")]).headerFields

        #expect(fields[.eTag] == "\"a\"")
        #expect(fields[.vary] == "Accept, Cookie")
        #expect(fields[HTTPField.Name("VARY")!] == "Accept, Cookie")
        fields[.eTag] = nil
        #expect(fields == HTTPFields([.init(name: .vary, value: "Accept"), .init(name: .vary, value: "Cookie")]))
    }

    @Test func `B014 A field with an invalid name is left out, and invalid bytes in a value become spaces`() {
        let fields = head([("a b", "c"), ("", "c"), ("ETag", "\"a\r\nAge: 1\""), ("Server", "caf\u{E9}")]).headerFields

        #expect(fields == [.eTag: "\"a  Age: 1\"", .server: "caf\u{E9}"])
    }

    private func head(_ headers: [(String, String)]) -> ResponseHead {
        ResponseHead(HTTPResponseHead(version: .http1_1, status: .ok, headers: HTTPHeaders(headers)))
    }
}
