import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The page on which people select photos, as browsers without scripts use it.
@Suite struct WebSelectingTests {
    private let folder = PhotoFolder()

    private static func photos(_ page: String) -> [String] {
        page.matches(of: #/name="photo" value="(.+?)"/#).map { String($0.1) }
    }

    private static func link(_ name: String, _ page: String) -> String? {
        page.matches(of: #/rel="(.+?)" href="(.+?)"/#).first { $0.1 == name }.map { String($0.2) }
    }

    @Test func `Web: photos are selected page by page, alone or all at once, and are downloaded`() async throws {
        for salt in 1...101 as ClosedRange<UInt8> {
            try folder.write(Pictures.animation(salt: salt), to: "\(salt).gif", seconds: Double(salt))
        }
        let maria = try folder.invite("maria", may: .read)
        try await folder.serve { client in
            // The server answers once it knows the first photos.
            var first = ""
            try await waitUntil {
                first = try await client.page("/select", as: maria)
                return Self.link("next", first) != nil
            }
            #expect(Self.photos(first).count == 100)
            #expect(!first.contains(" checked"))
            #expect(Self.link("prev", first) == nil)
            let second = try await client.page(try #require(Self.link("next", first)), as: maria)
            #expect(Self.photos(second).count == 1)
            #expect(Self.link("next", second) == nil)
            #expect(Self.link("prev", second) == "/select")
            let all = try await client.page("/select?all=yes", as: maria)
            #expect(all.matches(of: #/ checked>/#).count == 100)
            #expect(all.contains(">Select None</button>"))
            let photos = Self.photos(first) + Self.photos(second)
            let form = photos.map { "photo=\($0)" }.joined(separator: "&")
            let archive = try await client.post("/download", form, as: maria)
            #expect(try await UnpackedArchive(archive.body).files.count == 101)
        }
    }

    @Test func `Web: the feed and a photo lead to the page, which an empty feed needn't have`() async throws {
        try await folder.serve { client in
            let (feed, page) = (try await client.page("/"), try await client.page("/select"))
            #expect(!feed.contains("/select"))
            #expect(page.contains("There are no photos yet."))
        }
        let photo = try folder.add()
        try await folder.serve { client in
            for path in ["/", "/photo/\(photo)"] {
                let page = try await client.page(path)
                #expect(page.contains(#"href="/select""#), "\(path)")
            }
        }
    }
}
