import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

private enum UserAgent {
    static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
        + "Mobile/15E148 Safari/604.1"
    static let android =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36"
    static let computer = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
}

/// The owner's colour and cover on the pages, and a friend's first page.
@Suite struct WebAppearanceTests {
    private let folder = PhotoFolder()
    private let photo: UUID

    init() throws {
        photo = try folder.add(as: "coast/a.png")
    }

    private static func cover(_ page: String) -> String? {
        page.firstMatch(of: #/<a class="cover" href="(.+?)"><img src="\/image\//#).map { String($0.1) }
    }

    /// Asks until a page is as expected. The pause keeps the requests within their limit.
    private static func wait(_ isExpected: () async throws -> Bool) async throws {
        try await waitUntil {
            try await Task.sleep(for: .milliseconds(20))
            return try await isExpected()
        }
    }

    /// Returns whether the feed's page has a cover that leads to an address, or none.
    private static func shows(_ cover: String?, _ client: RawClient, _ person: Invitation) async throws -> Bool {
        let answer = try await client.answer(
            "/", fields: ["Authorization: Bearer \(person.secret)", "Accept: text/html"])
        return answer.status == 200 && Self.cover(answer.text) == cover
    }

    @Test(arguments: ["", "/p"])
    func `Web: the owner's colour is on all pages and the home screen, from feed.yaml`(basePath: String) async throws {
        @Sendable func themeColour(_ client: RawClient) async throws -> String? {
            let answer = try await client.answer(basePath + "/manifest.webmanifest")
            guard answer.status == 200 else { return nil }
            return (try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])?["theme_color"] as? String
        }
        try folder.write("accent: '#C2185B'", to: "feed.yaml")
        let photo = photo
        try await folder.serve(try folder.configuration(basePath: basePath)) { [folder] client in
            var style: Substring?
            for path in ["/", "/people", "/join", "/offline", "/nothing", "/photo/\(photo.uuidString)"] {
                let page = try await client.page(basePath + path)
                style = page.firstMatch(of: #/<link rel="stylesheet" href="([^"]+accent-c2185b.css)">/#)?.1
                #expect(style != nil, "\(path)")
                #expect(page.contains(##"(prefers-color-scheme: light)" content="#c2185b">"##), "\(path)")
            }
            let path = String(try #require(style))
            let answer = try await client.answer(path)
            #expect((answer.status, answer.text) == (200, AccentStyle(AccentColour(0xC2185B)).css))
            #expect(answer.fields["content-type"] == "text/css; charset=utf-8")
            #expect(answer.fields["cache-control"] == "public, max-age=31536000, immutable")
            let other = try await client.answer(basePath + "/assets/0123456789ab/accent-c2185b.css")
            #expect(other.fields["cache-control"] == "no-store")
            #expect(try await client.answer(basePath + "/assets/x/accent-c2185.css").status == 404)
            #expect(try await themeColour(client) == "#c2185b")
            try folder.write("accent: '#ffffff'", to: "feed.yaml")
            let white = AccentStyle(AccentColour(0xFFFFFF)).light
            try await Self.wait { try await themeColour(client) == white }
            #expect(try await client.page(basePath + "/photo/\(photo.uuidString)").contains("accent-ffffff.css"))
            try FileManager.default.removeItem(at: folder.url("feed.yaml"))
            try await Self.wait { try await themeColour(client) == "#ebebeb" }
            #expect(try await !client.page(basePath + "/").contains("accent-"))
        }
    }

    @Test func `Web: the cover is above the first page for those who may see photos, for no stranger`() async throws {
        try folder.write("title: Holidays\ncover: coast/a.png", to: "feed.yaml")
        let (maria, photo) = (try folder.invite("maria"), photo)
        try await folder.serve { [folder] client in
            let address = "/photo/\(photo.uuidString)"
            #expect(try await Self.cover(client.page("/", as: maria)) == address)
            #expect(try await Self.cover(client.page("/welcome", as: maria)) == address)
            let later = try await client.page("/?after_id=\(photo.uuidString)", as: maria)
            #expect(Self.cover(later) == nil)
            for path in ["/", "/join", "/welcome", "/offline", "/nothing", "/feed", "/manifest.webmanifest"] {
                let page = try await client.page(path)
                #expect(!page.contains("/image/") && !page.contains(photo.uuidString), "\(path)")
            }
            try folder.friends.open().write { try $0.set(PhotoState(isHidden: true), of: photo) }
            try await Self.wait { try await Self.shows(nil, client, maria) }
            try folder.friends.open().write { try $0.set(PhotoState(), of: photo) }
            try await Self.wait { try await Self.shows(address, client, maria) }
            try FileManager.default.removeItem(at: folder.url("coast/a.png"))
            try await Self.wait { try await Self.shows(nil, client, maria) }
        }
    }

    @Test(arguments: [("", "Photos Shared with You"), ("title: Salt & Sea\ncover: coast/a.png", "Salt &amp; Sea")])
    func `Web: a link's preview has the owner's title or says what it is`(document: String, title: String) async throws
    {
        if !document.isEmpty { try folder.write(document, to: "feed.yaml") }
        _ = try folder.invite("maria")
        try await folder.serve { client in
            let page = try await client.page("/join")
            #expect(page.contains("<title>\(title)</title>"))
            #expect(page.contains(#"<meta property="og:title" content="\#(title)">"#))
            #expect(page.contains(#"<meta property="og:description" content="Sign in with your invitation"#))
            #expect(!page.contains("og:image"))
        }
    }

    @Test func `Web: notices have the owner's title`() async throws {
        try folder.write("title: Salt & Sea", to: "feed.yaml")
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            for path in ["/nothing", "/offline", "/people", "/photo/\(UUID())"] {
                let page = try await client.page(path, as: maria)
                #expect(page.contains("<title>Salt &amp; Sea</title>") && page.contains("class=\"notice\""), "\(path)")
            }
        }
    }

    @Test func `Web: the owner sets colour and cover on the page of the people, and feed.yaml wins`() async throws {
        let (anna, maria) = (try folder.invite("anna", may: .admin), try folder.invite("maria", may: .post))
        let photo = photo
        try await folder.serve { [folder] client in
            let before = try await client.page("/people", as: anna)
            #expect(before.contains(##"name="accent" type="color" value="#1c71d8">"##))
            #expect(before.contains(#"value="none" checked>"#) && before.contains("value=\"\(photo.uuidString)\">"))
            let form = "do=appearance&accent=%23c2185b&cover=\(photo.uuidString)"
            #expect(try await client.post("/people", form, as: maria).status == 403)
            for wrong in ["accent=teal&cover=none", "accent=%23c2185b&cover=x"] {
                #expect(try await client.post("/people", "do=appearance&\(wrong)", as: anna).status == 400)
            }
            let unknown = try await client.post("/people", "do=appearance&cover=\(UUID())", as: anna)
            #expect(unknown.status == 404)
            #expect(try await client.post("/people", form, as: anna).fields["location"] == "/people")
            let page = try await client.page("/", as: maria)
            #expect(page.contains("accent-c2185b.css") && Self.cover(page) == "/photo/\(photo.uuidString)")
            #expect(try await client.page("/people", as: anna).contains("value=\"\(photo.uuidString)\" checked>"))

            try folder.write("accent: 00695c\ncover: nowhere.png", to: "feed.yaml")
            try await Self.wait { try await client.page("/", as: maria).contains("accent-00695c.css") }
            #expect(try await Self.cover(client.page("/", as: maria)) == nil)
            let fixed = try await client.page("/people", as: anna)
            #expect(fixed.matches(of: #/This is set in feed.yaml./#).count == 2)
            #expect(!fixed.contains(#"id="accent""#) && !fixed.contains(#"name="cover""#))
            try FileManager.default.removeItem(at: folder.url("feed.yaml"))
            try await Self.wait { try await client.page("/", as: maria).contains("accent-c2185b.css") }
            #expect(try await client.post("/people", "do=usual-appearance", as: anna).status == 303)
            let usual = try await client.page("/", as: maria)
            #expect(!usual.contains("accent-") && Self.cover(usual) == nil)
        }
    }

    @Test func `Web: a cover that isn't shown for a while stays chosen when the owner saves the colour`() async throws {
        let anna = try folder.invite("anna", may: .admin)
        let photo = photo
        try await folder.serve { [folder] client in
            let address = "/photo/\(photo.uuidString)"
            func post(_ path: String, _ form: String) async throws {
                #expect(try await client.post(path, form, as: anna).status == 303, "\(form)")
            }
            try await post("/people", "do=appearance&accent=%23c2185b&cover=\(photo.uuidString)")
            try await post(address, "do=hide-photo")
            let people = try await client.page("/people", as: anna)
            #expect(people.contains(#"value="none"><span>"#) && !people.contains(#"name="cover" value="none" checked"#))
            try await post("/people", "do=appearance&accent=%2300695c")
            try await post(address, "do=show-photo")
            #expect(try await Self.shows(address, client, anna))
            #expect(try await client.page("/", as: anna).contains("accent-00695c.css"))

            try folder.write("cover: nowhere.png", to: "feed.yaml")
            try await Self.wait { try await client.page("/people", as: anna).contains("This is set in feed.yaml.") }
            try await post(address, "do=hide-photo")
            try await post("/people", "do=appearance&accent=%23c2185b")
            #expect(try await client.page("/", as: anna).contains("accent-c2185b.css"))
            try await post("/people", "do=usual-appearance")
            #expect(try await !client.page("/", as: anna).contains("accent-"))
            try await post(address, "do=show-photo")
            try FileManager.default.removeItem(at: folder.url("feed.yaml"))
            try await Self.wait { try await Self.shows(address, client, anna) }
        }
    }

    @Test func `Web: a phone is welcomed once, with who invites and how to keep the feed in its words`() async throws {
        try folder.write("title: Holidays", to: "feed.yaml")
        let id = photo
        try await folder.serve { [folder] client in
            let first = try await client.post("/people", "do=invite&name=maria&own=Anna&may=comment")
            let owner = try #require(first.cookieField)
            let people = try await client.page("/people", fields: [owner])
            let secret = try #require(people.firstMatch(of: #/\/join#maria:([A-Za-z0-9_\-]+)"/#)).1
            #expect(try folder.tokens.tokens().map(\.inviter) == [nil, Person.owner.id])
            for (agent, words) in [
                ("User-Agent: \(UserAgent.iPhone)", "tap Share, then “Add to Home Screen”"),
                ("User-Agent: \(UserAgent.android)", "tap “Install app” or “Add to Home screen”"),
            ] {
                let joined = try await client.post("/join", "link=\(secret)", fields: [agent])
                #expect((joined.status, joined.fields["location"]) == (303, "/welcome"))
                let phone = [try #require(joined.cookieField), agent]
                let page = try await client.page("/welcome", fields: phone)
                #expect(page.contains(">Anna invites you to Holidays</h2>") && page.contains(words))
                #expect(page.contains("/manifest.webmanifest"))
                let again = try await client.post("/join", "link=\(secret)", fields: phone)
                #expect(again.fields["location"] == "/")
            }
            let joined = try await client.post("/join", "link=\(secret)", fields: ["User-Agent: \(UserAgent.computer)"])
            #expect(joined.fields["location"] == "/")
            let page = try await client.page(
                "/welcome", fields: [try #require(joined.cookieField), "User-Agent: \(UserAgent.computer)"])
            #expect(!page.contains(#"class="keeping""#))
            // A requested photo is made first.
            let address = "/photo/\(id.uuidString)"
            let asked = try await client.post(
                "/join", "link=\(secret)&to=\(address)", fields: ["User-Agent: \(UserAgent.iPhone)"])
            #expect(asked.fields["location"] == address)
            #expect(try await client.page("/welcome").contains("invites") == false)
        }
    }

    @Test(
        arguments: [
            (UserAgent.iPhone, .keepWithSafari), (UserAgent.android, .keepWithChrome), (UserAgent.computer, nil),
            ("", nil),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram",
                nil
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36",
                nil
            ),
        ] as [(String, PageText?)])
    func `Web: only browsers that can keep a page say how`(agent: String, text: PageText?) {
        #expect(PageText.keeping(with: agent) == text)
    }
}
