import EssentialFeed
import EssentialFeedComposition
import Foundation
import Testing

@Suite struct SeenFeedsTests {
    @Test func `The feeds of 20 servers are remembered; the one that was seen longest ago is forgotten`() throws {
        var feeds = SeenFeeds()
        let seen = (0..<21).map { _ in SeenFeed([UUID()]) }
        for number in 0..<20 { feeds.remember(seen[number], of: "server \(number)") }
        feeds.remember(seen[20], of: "server 0")
        feeds.remember(seen[20], of: "server 20")
        #expect(feeds["server 0"] == seen[20])
        #expect(feeds["server 1"] == nil)
        #expect(feeds["server 2"] == seen[2])
        #expect(try JSONDecoder().decode(SeenFeeds.self, from: JSONEncoder().encode(feeds)) == feeds)
        for _ in 0..<30 { feeds.remember(seen[20], of: "server 0") }
        #expect(feeds["server 2"] == seen[2], "a server that is seen again and again takes one place")
        feeds.forget("server 2")
        #expect(feeds["server 2"] == nil)
    }

    @Test func `Of too many servers in the settings the first are read; unreadable ones count as none`() throws {
        var settings = AppSettings()
        settings.seenFeeds.remember(SeenFeed([UUID()]), of: "a server")
        let decoded = try JSONDecoder().decode(AppSettings.self, from: JSONEncoder().encode(settings))
        #expect(decoded == settings)
        let entry = #"{"server":"s","seen":["\#(UUID())"]}"#
        for (value, count) in [
            ("[\(Array(repeating: entry, count: 50).joined(separator: ","))]", 20), ("3", 0), (#"[{"server":1}]"#, 0),
            (#"[{"server":"s","seen":["x"]}]"#, 0),
            (#"[{"server":"\#(String(repeating: "s", count: 2_049))","seen":[]}]"#, 0),
        ] {
            let read = try JSONDecoder().decode(
                AppSettings.self, from: Data(#"{"width":500,"seenFeeds":\#(value)}"#.utf8))
            #expect(read.width == 500)
            let saved = try JSONSerialization.jsonObject(with: JSONEncoder().encode(read.seenFeeds))
            #expect((saved as? [Any])?.count == count)
        }
    }
}
