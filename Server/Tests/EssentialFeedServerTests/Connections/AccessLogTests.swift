import Testing

@testable import EssentialFeedServer

@Suite struct AccessLogTests {
    @Test(
        arguments: [
            ("/feed?limit=1", "/feed"), ("/a#b", "/a"), ("/a\nb\u{1B}[2J", "/a%0Ab%1B[2J"), ("/café ", "/caf%C3%A9%20"),
            ("/\u{7F}", "/%7F"), (String(repeating: "x", count: 2_000), String(repeating: "x", count: 256) + "..."),
            (String(repeating: "x", count: 255) + "é", String(repeating: "x", count: 255) + "%C3..."),
        ])
    func `Server: a logged path has no query and no control characters, and is cut`(path: String, logged: String) {
        #expect(AccessLog.plain(path) == logged)
    }
}
