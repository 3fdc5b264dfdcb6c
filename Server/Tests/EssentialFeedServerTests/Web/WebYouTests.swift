import EssentialFeed
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The page for changing one's name and language, without scripts.
@Suite struct WebYouTests {
    private let folder = PhotoFolder()
    private let photo: String

    init() throws {
        photo = try folder.addPage()
    }

    /// Returns the `Cookie` field of a browser that opens a link; `nil` if the link is refused.
    private func join(_ secret: String, _ client: RawClient) async throws -> String? {
        let answer = try await client.post("/join", "link=\(secret)")
        #expect([303, 401].contains(answer.status))
        return answer.cookieField
    }

    private func log() throws -> [AuditEntry] { try folder.friends.open().read { try $0.audit(limit: 100) } }

    @Test func `Web: a friend's new name is at what they wrote before, and they stay who they are`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await folder.serve { [folder, photo] client in
            let cookie = try await client.signIn(maria)
            let comment = "do=post&comment=\(UUID())&message=hello"
            #expect(try await client.post(photo, comment, fields: [cookie]).status == 303)
            #expect(try await client.post(photo, "react=heart", fields: [cookie]).status == 303)
            #expect(try await client.page(photo, as: bob).contains("<bdi>maria</bdi>"))
            let before = try #require(try await client.page(photo, as: bob).firstMatch(of: #/data-since="(.+?)"/#)).1
            let menu = try await client.page("/", fields: [cookie])
            #expect(menu.contains(#"<a href="/you">Your Page</a>"#))
            #expect(try await client.page("/you", fields: [cookie]).contains(#"value="maria""#))
            let saved = try await client.post("/you", "do=save&name=+Maria+P.+&language=", fields: [cookie])
            #expect((saved.status, saved.fields["location"]) == (303, "/you"))

            let page = try await client.page(photo, as: bob)
            #expect(page.contains("<bdi>Maria P.</bdi>") && !page.contains("<bdi>maria</bdi>"))
            let changes = try await client.answer("/changes?since=\(before)", as: bob)
            #expect(changes.text.contains(#""username":"Maria P.""#), "\(changes.text)")
            let own = try await client.page(photo, fields: [cookie])
            #expect(own.contains(#" data-person="\#(maria.token.id)" data-name="Maria P.""#))
            #expect(own.contains(#"name="unreact" value="heart" aria-pressed="true""#))
            #expect(own.contains(#"value="delete""#))
            #expect(try folder.tokens.tokens().map(\.name) == ["Maria P.", "bob"])
            let line = try #require(try log().last)
            #expect(line.person == Person(maria.token) && line.target == "Maria P.")
            #expect(line.action == .renamePerson)
            // The link from before has the old name, and is still valid.
            #expect(try await join(maria.secret, client) != nil)
        }
    }

    @Test func `Web: a person can't take a name that can't be invited`() async throws {
        let maria = try folder.invite("maria")
        _ = (try folder.invite("bob"), try folder.invite("zoe", may: .admin))
        try await folder.serve { [folder] client in
            for (name, status, text) in [
                ("bob", 409, "bob is already invited. Choose another name."),
                ("B%CE%BFb", 409, "is too similar to bob"), ("Zoe", 409, "is too similar to zoe"),
                ("OWNER", 409, "owner is already invited"), ("a%2Bb", 422, "Letters, digits"),
                ("", 422, "Letters, digits"), ("%3Cb%3E", 422, "Letters, digits"),
                (String(repeating: "a", count: 65), 422, "Letters, digits"),
                ("a" + String(repeating: "%CC%88", count: 10_000), 422, "Letters, digits"),
            ] {
                let answer = try await client.post("/you", "do=save&name=\(name)&language=el", as: maria)
                let page = answer.text
                #expect(answer.status == status, "\(name)")
                let error = page.firstMatch(of: #/<p class="error" role="alert">(.+?)<\/p>/#)?.1
                #expect(error?.contains(text) == true, "\(name)")
                #expect(!page.contains("<b>") && page.contains(#"<option value="el" lang="el" selected>"#))
            }
            #expect(try folder.tokens.tokens().map(\.name) == ["maria", "bob", "zoe"])
            #expect(try folder.tokens.tokens()[0].language == nil)
            #expect(try log().isEmpty)
            #expect(try await client.post("/you", "do=save&name=MARIA&language=", as: maria).status == 303)
        }
    }

    @Test func `Web: a chosen language is every page's, notices' too, until the browser's is chosen`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await folder.serve { [photo] client in
            let cookie = try await client.signIn(maria)
            func language(_ path: String, _ credentials: String) async throws -> Substring? {
                let fields = [credentials, "Accept: text/html", "Accept-Language: pt"]
                return try await client.answer(path, fields: fields).text.firstMatch(of: #/<html lang="(.+?)"/#)?.1
            }
            #expect(try await client.post("/you", "do=save&name=maria&language=el", fields: [cookie]).status == 303)
            let paths = ["/", photo, "/activity", "/you", "/people", "/nothing", "/join", "/offline", "/photo/x"]
            for path in paths {
                #expect(try await language(path, cookie) == "el", "\(path)")
                #expect(try await language(path, "Authorization: Bearer \(bob.secret)") == "pt-BR", "\(path)")
            }
            let question = try await client.post("/join", "link=\(bob.secret)", fields: [cookie])
            #expect(question.text.contains(#"<html lang="el""#))
            #expect(try await client.page("/you", fields: [cookie]).contains(#"value="el" lang="el" selected"#))
            #expect(try await client.post("/you", "do=save&name=maria&language=", fields: [cookie]).status == 303)
            for path in paths { #expect(try await language(path, cookie) == "pt-BR", "\(path)") }
            #expect(try log().isEmpty)
        }
    }

    @Test func `Web: a link signs another device in once, and the invitation stays as it is`() async throws {
        let (maria, bob) = (try folder.invite("maria", may: .read), try folder.invite("bob"))
        try await folder.serve { client in
            let cookie = try await client.signIn(maria)
            #expect(try await client.post("/you", "do=link", fields: [cookie]).status == 303)
            let secret = try await deviceLink(client, cookie)
            // Loading the page again loses nothing, and only the browser that made it shows it.
            #expect(try await deviceLink(client, cookie) == secret)
            #expect(try await !client.page("/you", as: bob).contains(secret))
            #expect(try await !client.page("/you", as: maria).contains(secret))
            #expect(try await client.page("/join").contains(secret) == false)
            #expect(try await client.answer("/feed", fields: ["Authorization: Bearer \(secret)"]).status == 401)
            let other = try #require(try await join(secret, client))
            #expect(try await client.page("/", fields: [other]).contains("Signed in as maria."))
            #expect(try await join(secret, client) == nil)
            let page = try await client.page("/you", fields: [cookie])
            #expect(page.matches(of: #/name="device"/#).count == 2)
            #expect(page.matches(of: #/>This browser</#).count == 1)
            #expect(!page.contains("/join#"))
            #expect(try await join(maria.secret, client) != nil)
            #expect(try log().map(\.action) == [.linkDevice])
        }
    }

    @Test func `Web: a link for another device stays valid if the browser can't be signed in`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { [folder] client in
            let cookie = try await client.signIn(maria)
            #expect(try await client.post("/you", "do=link", fields: [cookie]).status == 303)
            let secret = try await deviceLink(client, cookie)
            let friends = try folder.friends.open()
            try friends.failCommits(ofInsertsInto: "session")
            #expect(try await client.post("/join", "link=\(secret)").status >= 500)
            #expect(try await deviceLink(client, cookie) == secret)
            try friends.commitAgain()
            #expect(try await join(secret, client) != nil)
            #expect(try await join(secret, client) == nil)
        }
    }

    @Test func `Web: a page that is still open acts as no one who has signed in since`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await folder.serve { [folder] client in
            let cookie = try await client.signIn(maria)
            #expect(try await client.post("/you", "do=link", fields: [cookie]).status == 303)
            let page = try await client.page("/you", fields: [cookie])
            let addresses = page.matches(of: #/method="post" action="(\/you[^"]*)"/#).map { String($0.1) }
            let (address, picture) = ("/you?person=\(maria.token.id)", "/you/picture?person=\(maria.token.id)")
            #expect(addresses.count == 4 && Set(addresses) == [address, picture], "\(addresses)")
            let other = try await client.signIn(bob)
            for form in ["do=save&name=Zoe&language=el", "do=link", "do=done", "do=sign-out&device=AAAA"] {
                #expect(try await client.post(address, form, fields: [other]).status == 412, "\(form)")
            }
            #expect(try folder.tokens.tokens().map(\.name) == ["maria", "bob"])
            #expect(try folder.tokens.tokens().map(\.language) == [nil, nil])
            #expect(try log().map(\.person) == [Person(maria.token)])
            #expect(try await client.post(address, "do=done", fields: [cookie]).status == 303)
        }
    }

    @Test func `Web: a comment that arrives while its author takes another name has the new name`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { [photo] client, server in
            let cookie = try await client.signIn(maria)
            let body = "do=post&comment=\(UUID())&message=hello"
            let head = try await RawConnection.with(port: server.port) { connection in
                var iterator = connection.inbound.makeAsyncIterator()
                var rest = ByteBuffer()
                try await connection.send(
                    """
                    POST \(photo) HTTP/1.1\r
                    Host: localhost\r
                    \(cookie)\r
                    Content-Type: application/x-www-form-urlencoded\r
                    Content-Length: \(body.utf8.count)\r
                    Expect: 100-continue\r
                    \r

                    """)
                // The server knows the sender when it asks for the body.
                let interim = try await connection.readAnswer(hasBody: false, &iterator, rest: &rest)
                #expect(interim.head == "HTTP/1.1 100 Continue")
                try await RawClient.with(port: server.port) { other async throws in
                    #expect(try await other.post("/you", "do=save&name=Zoe&language=", fields: [cookie]).status == 303)
                }
                try await connection.send(body)
                return try await connection.readAnswer(&iterator, rest: &rest).head
            }
            #expect(head.hasPrefix("HTTP/1.1 303 "), "\(head)")
            #expect(try await client.page(photo, fields: [cookie]).contains("<bdi>Zoe</bdi>"))
        }
    }

    enum End: String, CaseIterable, Sendable { case revoke, newLink, signOut, done, another }

    @Test("Web: a link for another device ends with what it was made with", arguments: End.allCases)
    func endedLink(end: End) async throws {
        let (maria, zoe) = (try folder.invite("maria"), try folder.invite("zoe", may: .admin))
        try await folder.serve { client in
            let cookie = try await client.signIn(maria)
            #expect(try await client.post("/you", "do=link", fields: [cookie]).status == 303)
            let secret = try await deviceLink(client, cookie)
            let answer =
                switch end {
                case .revoke: try await client.post("/people", "do=revoke&name=maria", as: zoe)
                case .newLink: try await client.post("/people", "do=link&name=maria", as: zoe)
                case .signOut: try await client.post("/sign-out", "", fields: [cookie])
                case .done: try await client.post("/you", "do=done", fields: [cookie])
                case .another: try await client.post("/you", "do=link", fields: [cookie])
                }
            #expect(answer.status == 303)
            #expect(try await join(secret, client) == nil)
        }
    }

    /// Returns the secret of the page's link for another device.
    private func deviceLink(_ client: RawClient, _ cookie: String) async throws -> String {
        let page = try await client.page("/you", fields: [cookie])
        #expect(page.contains(#"<svg class="code""#))
        return String(try #require(page.firstMatch(of: #/value="[^"]+\/join#maria:([A-Za-z0-9_\-]+)"/#)).1)
    }

    private func escaped(_ device: String) -> String {
        device.replacing("+", with: "%2B").replacing("=", with: "%3D")
    }

    @Test func `Web: a person signs out a device of their own, and no one else's, and is asked first`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await folder.serve { client in
            let (first, second) = (try await client.signIn(maria), try await client.signIn(maria))
            let other = try await client.signIn(bob)
            let sessions = try folder.friends.open().read { try $0.sessions(of: bob.token.id) }.map(\.digest)
            let page = try await client.page("/you", fields: [first])
            let own = page.matches(of: #/name="device" value="([^"]+?)"><span>[^<]*<\/span><button/#)
            #expect(own.count == 1)
            for (device, isAsked) in [(String(own[0].1), true), (sessions[0].base64EncodedString(), false)] {
                let question = try await client.page("/you?do=sign-out&device=\(escaped(device))", fields: [first])
                #expect(question.contains("<h2>Sign out a browser?</h2>") == isAsked)
                #expect(question.contains(#"name="device" value="\#(device)">"#) == isAsked)
            }
            for cookie in [second, other] { #expect(try await client.answer("/", fields: [cookie]).status == 200) }
            for device in own.map({ String($0.1) }) + sessions.map({ $0.base64EncodedString() }) {
                let answer = try await client.post("/you", "do=sign-out&device=\(escaped(device))", fields: [first])
                #expect(answer.status == 303)
            }
            #expect(try await client.answer("/", fields: [second]).status == 401)
            for cookie in [first, other] { #expect(try await client.answer("/", fields: [cookie]).status == 200) }
        }
    }

    @Test(arguments: ["link", "save"])
    func `Web: a person changes their name, and makes links, ten times a day`(action: String) async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            for number in 1...11 {
                let form = "do=\(action)&name=maria\(number)&language="
                let answer = try await client.post("/you", form, as: maria)
                #expect(answer.status == (number > 10 ? 429 : 303))
                #expect((answer.fields["retry-after"] != nil) == (number > 10))
                #expect(answer.text.contains("You’ve sent a lot in a short time.") == (number > 10))
            }
            #expect(try log().count == 10)
        }
    }

    @Test func `Web: the owner has a page once someone is invited, and gives themselves a name`() async throws {
        try await folder.serve { [folder, photo] client in
            #expect(try await client.answer("/you", fields: ["Accept: text/html"]).status == 404)
            #expect(try await client.post("/you", "do=save&name=Anna&language=").status == 404)
            #expect(try await client.post(photo, "do=post&comment=\(UUID())&message=hello").status == 303)
            let invited = try await client.post("/people", "do=invite&name=maria&own=owner&may=read")
            let cookie = try #require(invited.cookieField)
            #expect(try await client.page("/", fields: [cookie]).contains(#"href="/you""#))
            #expect(try await client.post("/you", "do=save&name=Anna&language=", fields: [cookie]).status == 303)
            #expect(try await client.page(photo, fields: [cookie]).contains("<bdi>Anna</bdi>"))
            #expect(try folder.tokens.tokens().map(\.name) == ["Anna", "maria"])
            #expect(try await client.post("/you", "do=other", fields: [cookie]).status == 400)
        }
    }
}
