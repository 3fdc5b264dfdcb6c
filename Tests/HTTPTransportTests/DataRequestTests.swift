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
}
