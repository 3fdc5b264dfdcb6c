import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The title that the owner gives the feed on the page of the people.
@Suite struct WebTitleTests {
    private let folder = PhotoFolder()

    @Test func `Web: the owner's title is on pages, the home screen, in Atom and previews, until feed.yaml has one`()
        async throws
    {
        _ = try folder.add()
        let (anna, maria) = (try folder.invite("anna", may: .admin), try folder.invite("maria"))
        try await folder.serve { [folder] client in
            func expect(_ title: String) async throws {
                for path in ["/", "/offline", "/nothing"] {
                    #expect(try await client.page(path, as: maria).contains("<title>\(title)</title>"), "\(path)")
                }
                #expect(try await client.page("/join").contains(#"property="og:title" content="\#(title)">"#))
                #expect(try await client.answer("/feed.atom", as: maria).text.contains("<title>\(title)</title>"))
                let manifest = try await client.answer("/manifest.webmanifest", as: maria).text
                #expect(manifest.contains(#""name":"\#(title.replacing("&amp;", with: "&"))""#))
            }
            let title = "do=appearance&title=Salt+%26%07+Sea"
            #expect(try await client.page("/people", as: anna).contains(#"name="title" maxlength="100""#))
            #expect(try await client.post("/people", title, as: maria).status == 403)
            let long = String(repeating: "a", count: 101)
            #expect(try await client.post("/people", "do=appearance&title=\(long)", as: anna).status == 400)
            #expect(try await client.post("/people", title, as: anna).status == 303)
            try await expect("Salt &amp; Sea")
            #expect(try await client.page("/people", as: anna).contains(#"value="Salt &amp; Sea">"#))

            try folder.write("title: Holidays", to: "feed.yaml")
            try await waitUntil {
                try await Task.sleep(for: .milliseconds(20))
                return try await client.page("/", as: maria).contains("<title>Holidays</title>")
            }
            let fixed = try await client.page("/people", as: anna)
            #expect(fixed.contains("This is set in feed.yaml.") && !fixed.contains(#"name="title""#))
            try await expect("Holidays")
            // A form from before doesn't change what comes back without the document.
            #expect(try await client.post("/people", "do=appearance&title=Late", as: anna).status == 303)
            try FileManager.default.removeItem(at: folder.url("feed.yaml"))
            try await waitUntil {
                try await Task.sleep(for: .milliseconds(20))
                return try await client.page("/", as: maria).contains("<title>Salt &amp; Sea</title>")
            }
            #expect(try await client.post("/people", "do=appearance&title=+", as: anna).status == 303)
            #expect(try await client.page("/", as: maria).contains("<title>Feed</title>"))
        }
    }
}
