import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The pages for browsers, as a server sends them.
@Suite struct WebPagesTests {
    private static let browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"
    private static let hostile = #""><img src=x onerror="document.title='hacked'"><script>alert(1)</script>"#

    private let folder = PhotoFolder()

    private func write(_ count: Int) throws {
        for number in 1...count {
            let data = Pictures.jpeg(exif: Pictures.exif(description: Array("caption \(number)".utf8)))
            try folder.write(data, to: "\(number).jpg", seconds: Double(-number))
        }
    }

    /// Writes a text as each of the photo's texts, and in a comment.
    private func describe(with text: String) throws {
        let photo: [String: Any] = [
            "file": "1.jpg", "description": text, "location": text, "author": text,
            "comments": [
                ["message": text, "created_at": "2026-05-20T11:24:59Z", "author": ["username": text]]
            ],
        ]
        try folder.write(try JSONSerialization.data(withJSONObject: ["photos": [photo]]), to: "feed.yaml")
    }

    /// Returns the page of the feed and that of its first photo.
    private func pages(_ client: RawClient) async throws -> [String] {
        let feed = try await client.answer("/").text
        let photo = try #require(feed.firstMatch(of: #/<a class="picture" href="(.+?)">/#))
        return [feed, try await client.answer(String(photo.1)).text]
    }

    @Test(arguments: ["", "/p"])
    func `Web: the owner's title is on the feed, also in readers, and on the home screen, and follows the document`(
        basePath: String
    )
        async throws
    {
        @Sendable func name(_ client: RawClient) async throws -> String? {
            let answer = try await client.answer(basePath + "/manifest.webmanifest")
            #expect(answer.fields["content-type"] == "application/manifest+json")
            let manifest = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
            #expect(manifest?["start_url"] as? String == basePath + "/")
            let icons = try #require(manifest?["icons"] as? [[String: String]])
            for icon in icons { #expect(try await client.answer(#require(icon["src"])).status == 200) }
            #expect(
                icons.filter { $0["type"] == "image/png" }.map { "\($0["sizes"] ?? "") \($0["purpose"] ?? "")" }
                    == ["192x192 any", "512x512 any", "512x512 maskable"])
            return manifest?["name"] as? String
        }
        @Sendable func heading(_ client: RawClient) async throws -> String? {
            try await client.answer(basePath + "/").text.firstMatch(of: #/<h1>(.*?)<\/h1>/#).map { String($0.1) }
        }
        @Sendable func feedTitle(_ client: RawClient) async throws -> String? {
            let answer = try await client.answer(basePath + "/feed.atom")
            return answer.text.firstMatch(of: #/<title>(.*?)<\/title>/#).map { String($0.1) }
        }
        try write(1)
        try folder.write("title: Salt & <Sea>", to: "feed.yaml")
        try await folder.serve(try folder.configuration(basePath: basePath)) { [folder] client in
            #expect(try await heading(client) == "Salt &amp; &lt;Sea&gt;")
            #expect(try await name(client) == "Salt & <Sea>")
            #expect(try await feedTitle(client) == "Salt &amp; &lt;Sea&gt;")
            try folder.write("title: ' '", to: "feed.yaml")
            try await waitUntil { try await heading(client) == "Feed" }
            #expect(try await name(client) == "Essential Feed")
            #expect(try await feedTitle(client) == "Essential Feed")
        }
    }

    @Test(arguments: ["", "/p"])
    func `Web: the feed's pages link to each other and to each photo`(basePath: String) async throws {
        try write(23)
        try await folder.serve(try folder.configuration(basePath: basePath)) { client in
            var address: String? = basePath + "/"
            var captions: [String] = []
            var pages = 0
            while let path = address {
                let answer = try await client.answer(path)
                #expect(answer.status == 200)
                #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
                let page = answer.text
                let reader = #"<link rel="alternate" type="application/atom+xml" href="\#(basePath)/feed.atom">"#
                #expect(page.contains(reader))
                captions += page.matches(of: #/<p class="caption" dir="auto">(.+?)<\/p>/#).map { String($0.1) }
                address = page.firstMatch(of: #/<a class="button" rel="next" href="(.+?)">/#).map { String($0.1) }
                pages += 1
            }
            #expect(pages == 3)
            #expect(captions == (1...23).map { "caption \($0)" })
            let first = try await client.answer(basePath + "/").text
            let photo = try #require(first.firstMatch(of: #/<a class="picture" href="(.+?)">/#))
            #expect(try await client.answer(String(photo.1)).status == 200)
        }
    }

    @Test func `Web: a photo's page shows its texts, its comments, its neighbours and a download`() async throws {
        try write(3)
        try folder.write(
            """
            {"photos": [{"file": "1.jpg"}, {"file": "2.jpg", "location": "Nafplio", "author": "Maria", "comments": [
                {"message": "first", "created_at": "2026-05-20T11:24:59Z", "author": {"username": "nikos"}}]}]}
            """, to: "feed.yaml")
        try await folder.serve { client in
            let feed = try await client.answer("/").text
            let links = feed.matches(of: #/<a class="picture" href="(.+?)">/#).map { String($0.1) }
            #expect(
                feed.matches(of: #/class="comments" href=".+?">(.+?)</#).map(\.1) == [
                    "0 Comments", "1 Comment", "0 Comments",
                ])
            let page = try await client.answer(links[1]).text
            #expect(page.contains("<title>Nafplio</title>"))
            #expect(page.contains(#" data-initials="M" data-colour="2"><bdi>Maria</bdi></span>"#))
            #expect(page.contains("caption 2"))
            #expect(page.contains(#"<p class="message" dir="auto">first</p>"#))
            #expect(page.contains("May 20, 2026"))
            #expect(page.contains(#"rel="prev" href="\#(links[0])""#))
            #expect(page.contains(#"rel="next" href="\#(links[2])""#))
            #expect(page.firstMatch(of: #/href="(\/image\/[^"]+)" download="/#) != nil)
            #expect(try await !client.answer(links[0]).text.contains(#"rel="prev""#))
            #expect(try await !client.answer(links[2]).text.contains(#"rel="next""#))
        }
    }

    @Test(
        arguments: [
            ("maria", "M"), ("Maria del Mar Ruiz", "MR"), ("άννα", "Ά"), ("@maria", "M"), ("\u{200F}maria (7)", "M7"),
            ("ßeta ﬃ", "ßﬃ"), ("🇬🇷 🎉", ""), ("<b>", "B"), ("  ", ""),
        ])
    func `Web: a name's initials are the first letter or digit of two words`(name: String, initials: String) {
        #expect(PageName(name).initials == initials)
    }

    @Test func `Web: a very long name is cut`() {
        #expect(PageName(String(repeating: "n", count: 65)).name == String(repeating: "n", count: 64) + "…")
    }

    @Test func `Web: a photo's alternative text is a long caption's beginning; the page has it all`() async throws {
        try write(1)
        let caption = (1...200).map { "word\($0)" }.joined(separator: " ")
        try describe(with: caption)
        try await folder.serve { client in
            for page in try await pages(client) {
                let text = String(try #require(page.firstMatch(of: #/<img [^>]*alt="(.+?)"/#)).1)
                #expect(text.count <= 251 && text.hasSuffix("…") && caption.hasPrefix("\(text.dropLast()) "))
                #expect(page.contains(caption))
            }
        }
    }

    @Test func `Web: texts by people never become markup`() async throws {
        try write(1)
        try describe(with: Self.hostile)
        try await folder.serve { client in
            for page in try await pages(client) {
                #expect(page.contains("&lt;script&gt;"))
                #expect(!page.contains("<script>"))
                #expect(page.matches(of: #/<img /#).count == 1)
                #expect(page.contains("alt=\"&quot;&gt;&lt;img src=x onerror=&quot;"))
            }
        }
    }

    @Test func `Web: a mark after a character of HTML doesn't keep it from being escaped`() async throws {
        try write(1)
        let marked = "\"\u{301} a=b <\u{301}i> '\u{301} &\u{301}lt;"
        try describe(with: marked)
        try await folder.serve { client in
            for page in try await pages(client) {
                let bytes = Data(page.utf8)
                for character in ["\"", "<", "&"] {
                    #expect(bytes.firstRange(of: Data("\(character)\u{301}".utf8)) == nil, "\(character)")
                }
                #expect(bytes.firstRange(of: Data("alt=\"&quot;\u{301} a=b &lt;\u{301}i&gt;".utf8)) != nil)
            }
        }
    }

    @Test func `Web: a page is in the language that the browser prefers`() async throws {
        try write(1)
        try await folder.serve { client in
            for (accepted, language, comments) in [
                ("", "en", "0 Comments"), ("el", "el", "0 σχόλια"), ("pt-PT, en;q=0.5", "pt-BR", "0 comentário"),
                ("de, fr;q=0.9", "en", "0 Comments"), ("en;q=0.3, EL-gr ; q=0.8", "el", "0 σχόλια"),
                ("el;q=0, pt;q=x, en", "en", "0 Comments"),
            ] {
                let answer = try await client.answer("/", fields: ["Accept-Language: \(accepted)"])
                #expect(answer.text.contains(#"<html lang="\#(language)" dir="ltr""#), "\(accepted)")
                #expect(answer.text.contains(">\(comments)</a>"), "\(accepted)")
                #expect(answer.fields["vary"] == "Accept-Language, Accept-Encoding")
            }
        }
    }

    @Test func `Web: a page runs only our own files, and is loaded again only when it changed`() async throws {
        try write(1)
        try await folder.serve { client in
            let answer = try await client.answer("/")
            let policy = try #require(answer.fields["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-"))
            #expect(!policy.contains("unsafe"))
            #expect(answer.fields["referrer-policy"] == "same-origin")
            #expect(answer.fields["cache-control"] == "private, no-cache")
            let tag = try #require(answer.fields["etag"])
            let again = try await client.answer("/", fields: ["If-None-Match: \(tag)"])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            let greek = try await client.answer("/", fields: ["If-None-Match: \(tag)", "Accept-Language: el"])
            #expect(greek.status == 200)
            let head = try await client.answer("/", method: "HEAD", hasBody: false)
            #expect(head.fields["content-length"] == String(answer.body.count))
            #expect(try await client.answer("/", method: "POST").status == 405)
        }
    }

    @Test func `Web: a browser that loads a path for a form alone gets to the page with the form`() async throws {
        try await folder.serve { client in
            for (path, page) in [
                ("/you/picture", "/you"), ("/download", "/select"), ("/post/preview", "/post"), ("/sign-out", "/"),
            ] {
                for method in ["GET", "HEAD"] {
                    let answer = try await client.answer(
                        path, method: method, fields: ["Accept: text/html"], hasBody: method == "GET")
                    #expect((answer.status, answer.fields["location"]) == (303, page), "\(method) \(path)")
                }
                let program = try await client.answer(path)
                #expect((program.status, program.fields["allow"]) == (405, "POST"), "\(path)")
                let other = try await client.answer(path, method: "PUT", fields: ["Accept: text/html"])
                #expect(other.status == 405, "\(path)")
            }
        }
    }

    @Test func `Web: browsers keep the static files of this version for good`() async throws {
        try await folder.serve { client in
            let page = try await client.answer("/").text
            let style = try #require(page.firstMatch(of: #/<link rel="stylesheet" href="(.+?)">/#))
            let current = try await client.answer(String(style.1))
            #expect(current.fields["content-type"] == "text/css; charset=utf-8")
            #expect(current.fields["cache-control"] == "public, max-age=31536000, immutable")
            let other = try await client.answer("/assets/0123456789ab/app.css")
            #expect(other.body == current.body)
            #expect(other.fields["cache-control"] == "no-store")
            #expect(try await client.answer("/assets/0123456789ab/../app.css").status == 404)
            #expect(try await client.answer("/assets/0123456789ab/other.css").status == 404)
        }
    }

    @Test(arguments: ["app.css", "photo.css", "app.js", "feed.js"])
    func `Web: scripts and styles are sent without comments and indentation`(name: String) throws {
        let text = String(decoding: try #require(PageAssets.files[name]).bytes, as: UTF8.self)
        #expect(text.contains("{\n") && text.firstMatch(of: #/\n( |\/\/|\/\*|\n)/#) == nil)
    }

    @Test func `Web: no size on a page changes while a phone's browser hides its bars`() {
        for (name, file) in PageAssets.files where name.hasSuffix(".css") {
            let unit = String(decoding: file.bytes, as: UTF8.self).firstMatch(of: #/\ddv(?:[hwbi]|min|max)\b/#)
            #expect(unit == nil, "\(name)")
        }
    }

    @Test(arguments: [
        ("app.css", ".bar"), ("photo.css", ".talk"), ("select.css", ".select"), ("post.css", ".post"),
        ("people.css", ".people"), ("activity.css", ".events a"), ("months.css", ".months"),
    ])
    func `Web: on a phone on its side, the camera covers no text`(name: String, part: String) throws {
        let style = "\n" + String(decoding: try #require(PageAssets.files[name]).bytes, as: UTF8.self)
        let rules = style.components(separatedBy: "\n\(part) {").dropFirst().map { $0.prefix { $0 != "}" } }
        for side in ["left", "right"] {
            #expect(rules.contains { $0.contains("env(safe-area-inset-\(side))") }, "\(side)")
        }
    }

    @Test func `Web: the feed loads no files of other pages, and the files of all pages are there`() async throws {
        try write(1)
        try await folder.serve { client in
            let feed = try await client.answer("/").text
            let files = feed.matches(of: #/<(?:link rel="stylesheet" href|script type="module" src)="(.+?)">/#)
            // The last one is the bell's.
            let names = files.compactMap { $0.1.split(separator: "/").last }
            #expect(names == ["app.css", "app.js", "feed.js", "activity.js"])
            let photo = try #require(feed.firstMatch(of: #/<a class="picture" href="(.+?)">/#))
            for path in ["/", String(photo.1), "/months", "/select", "/people", "/nothing"] {
                let page = try await client.answer(path, fields: [Self.browser]).text
                let files = page.matches(of: #/(?:href|src)="(\/assets\/.+?)"/#).map { String($0.1) }
                #expect(!files.isEmpty, "\(path)")
                for file in files { #expect(try await client.answer(file).status == 200, "\(file)") }
            }
        }
    }

    @Test func `Web: browsers get problems in plain words, but not on the paths of the API`() async throws {
        try write(1)
        try await folder.serve { client in
            for path in ["/nothing", "/photo/\(UUID())", "/?after_id=\(UUID())", "/?limit=x", "/photo/1"] {
                let page = try await client.answer(path, fields: [Self.browser])
                let problem = try await client.answer(path)
                #expect(page.status == problem.status && page.status >= 400)
                #expect(page.fields["content-type"] == "text/html; charset=utf-8")
                #expect(page.fields["content-security-policy"] != nil)
                #expect(page.text.contains("<h2>Nothing Here</h2>"))
                #expect(problem.fields["content-type"] == "application/problem+json")
            }
            for path in ["/feed", "/feed?limit=0", "/image/\(UUID())", "/image/\(UUID())/comments", "/openapi.yaml"] {
                let one = try await client.answer(path, fields: [Self.browser])
                let other = try await client.answer(path)
                #expect(one.body == other.body)
                #expect(one.fields["content-type"] == other.fields["content-type"])
            }
        }
    }

    @Test func `Web: with tokens, pages are private and their images signed`() async throws {
        try folder.write(Pictures.animation(), to: "a.png")
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            let refused = try await client.answer("/", fields: [Self.browser])
            #expect(refused.status == 401)
            #expect(refused.text.contains("For Invited Friends"))
            #expect(!refused.text.contains("/image/"))
            let fields = ["Authorization: Bearer \(maria.secret)"]
            let answer = try await client.answer("/", fields: fields)
            #expect(answer.fields["cache-control"] == "private, no-cache")
            let image = try #require(answer.text.firstMatch(of: #/<img src="(.+?)"/#))
            let url = String(image.1).replacing("&amp;", with: "&")
            #expect(url.contains("signature="))
            #expect(try await client.answer(url).status == 200)
            #expect(try await client.answer("/assets/x/app.css").status == 200)
        }
    }
}

/// The parts of the pages.
@Suite struct PagePartTests {
    private func photo(_ size: PixelSize, placeholder: Data? = nil) -> ListedPhoto {
        ListedPhoto(
            id: UUID(), description: nil, place: nil, date: Date(timeIntervalSince1970: 0), author: nil,
            placeholder: placeholder, sizes: PhotoSizes(size, .none))
    }

    @Test func `Web: a picture offers its sizes with their visible widths, in a place of its shape`() {
        let portrait = PagePicture(photo(PixelSize(width: 3000, height: 4000)), isWhole: false) { "\($0.longEdge)" }
        #expect(portrait.sources == "480 360w, 1080 810w, 2048 1536w")
        #expect((portrait.width, portrait.height) == (1536, 2048))
        let panorama = photo(PixelSize(width: 8000, height: 1000))
        let card = PagePicture(panorama, isWhole: false) { "\($0.longEdge)" }
        #expect((card.width, card.height) == (4344, 2444))
        #expect(card.sources == "480 226w, 1080 508w, 2048 965w")
        let whole = PagePicture(panorama, isWhole: true) { "\($0.longEdge)" }
        #expect((whole.width, whole.height) == (4344, 543))
        #expect(whole.sources == "480 1018w, 1080 2291w, 2048 4344w")
    }

    @Test func `Web: a place has the average colour of its picture`() {
        let red = Array(repeating: [200, 20, 20, 255] as [UInt8], count: 100).flatMap { $0 }
        let hash = ThumbHash(of: red, size: PixelSize(width: 10, height: 10)).bytes
        let colour = PagePicture(
            photo(PixelSize(width: 10, height: 10), placeholder: Data(hash)), isWhole: false
        ) { _ in "" }.colour
        let number = Int(colour.dropFirst(), radix: 16) ?? 0
        #expect((number >> 16) > 180 && (number >> 8 & 255) < 40 && (number & 255) < 40, "\(colour)")
        #expect(PagePicture(photo(PixelSize(width: 1, height: 1)), isWhole: true) { _ in "" }.colour == "#808080")
    }

    @Test func `Web: templates escape every value, and contain neither styles nor scripts`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/EssentialFeedServer/Web/Templates")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count >= 5)
        for name in names {
            let template = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            // These are HTML, made of escaped texts, and a style shared by all pages.
            let html = ["{{{caption}}}", "{{{comments}}}", "{{{message}}}", "{{{frame.style}}}"]
            let values = html.reduce(template) { $0.replacing($1, with: "") }
            #expect(!values.contains("{{{") && !values.contains("{{&"), "\(name)")
            #expect(!template.contains(#/<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)/#), "\(name)")
        }
    }
}
