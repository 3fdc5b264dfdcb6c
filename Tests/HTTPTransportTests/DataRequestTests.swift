import Foundation
import HTTPTransport
import HTTPTypes
import Testing

@Suite struct DataRequestTests {
    @Test func `A request with other header fields keeps its further fields, its URL and its bounds`() {
        let url = URL(filePath: "/feed")
        let request = DataRequest(
            url: url, headerFields: [.accept: "a", .range: "b"], maximumBytes: 1, timeLimit: .seconds(2))
        let expected = DataRequest(
            url: url, headerFields: [.accept: "a", .range: "c", .userAgent: "d"], maximumBytes: 1,
            timeLimit: .seconds(2))
        #expect(request.setting([.range: "c", .userAgent: "d"]) == expected)
    }

    @Test func `A request that posts still does so with other header fields`() {
        let (url, body) = (URL(filePath: "/feed"), Data("a".utf8))
        let request = DataRequest.post(body, to: url, headerFields: [:], readsBody: false)
        let expected = DataRequest.post(body, to: url, headerFields: [.accept: "b"], readsBody: false)
        #expect(request.setting([.accept: "b"]) == expected)
        let methods = [request, DataRequest(url: url, body: body), DataRequest(url: url)].map(\.method)
        #expect(methods == [.post, .put, .get])
    }
}
