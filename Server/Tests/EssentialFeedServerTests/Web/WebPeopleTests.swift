import EssentialFeed
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The page on which the owner invites and removes people.
@Suite struct WebPeopleTests {
    private let folder = PhotoFolder()
    private let photo: String

    init() throws {
        photo = try folder.addPage()
    }

    @Test func `Web: a page says what a person may not do, and whom to ask`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            for (path, sentence) in [
                ("/post", "You may not post photos. Ask the owner to allow it."),
                ("/people", "You may not invite people. Ask the owner to allow it."),
            ] {
                #expect(try await client.page(path, as: maria).contains(sentence))
                let refused = try await client.post(path, "do=invite", as: maria)
                #expect(refused.status == 403 && refused.text.contains(sentence))
            }
            let foreign = try await client.post(
                "/people", "do=invite", as: maria, fields: ["Origin: https://evil.example"])
            #expect(foreign.status == 403 && !foreign.text.contains("You may not"))
        }
    }

    @Test func `Web: the owner invites the first friend, and stays signed in`() async throws {
        try await folder.serve { [folder] client in
            let before = try await client.page("/people")
            #expect(before.contains("You haven’t invited anyone yet."))
            #expect(try await client.post(photo, "do=post&comment=\(UUID())&message=hello").status == 303)
            #expect(try await client.post(photo, "react=heart").status == 303)
            #expect(before.contains("name=\"own\""))
            let answer = try await client.post("/people", "do=invite&name=maria&own=Anna&may=comment")
            #expect((answer.status, answer.fields["location"]) == (303, "/people"))
            #expect(answer.fields["cache-control"] == "no-store")
            let cookie = try #require(answer.cookieField)
            let page = try await client.page("/people", fields: [cookie])
            #expect(!page.contains("name=\"own\""))
            // Loading the page again loses nothing.
            let again = try await client.page("/people", fields: [cookie])
            let link = try #require(page.firstMatch(of: #/value="[^"]+\/join#maria:([A-Za-z0-9_\-]+)"/#))
            #expect(again.contains(link.0))
            #expect(page.contains(#"<path d="M"#))
            #expect(try await client.post("/people", "do=done", fields: [cookie]).status == 303)
            #expect(try folder.tokens.tokens().map(\.name) == ["Anna", "maria"])
            // The owner's earlier comments stay theirs, under their name.
            let written = try await client.page(photo, fields: [cookie])
            #expect(written.contains("<bdi>Anna</bdi>") && !written.contains("<bdi>owner</bdi>"))
            #expect(written.contains(#"name="unreact" value="heart" aria-pressed="true""#))
            // From now on, the server answers the owner's browser and the friend only.
            #expect(try await client.answer("/people").status == 401)
            let owner = try await client.page("/people", fields: [cookie])
            #expect(owner.contains("maria"))
            #expect(!owner.contains(String(link.1)))
            let friend = "Authorization: Bearer \(link.1)"
            #expect(try await client.answer("/feed", fields: [friend]).status == 200)
            #expect(try await client.answer("/people", fields: [friend]).status == 403)
            #expect(try await client.post("/people", "do=revoke&name=Anna", fields: [cookie]).status == 400)
            #expect(try await client.post("/people", "do=invite&name=bob&may=all", fields: [cookie]).status == 400)
            let refused = try await client.post("/people", "do=invite&name=bob&may=admin", fields: [friend])
            #expect(refused.status == 403)
        }
    }

    @Test func `Web: each page says who is signed in, and is kept for that person alone`() async throws {
        try await folder.serve { client in
            let page = try await client.page("/")
            #expect(page.contains(#"data-person="owner""#))
        }
        let maria = try folder.invite("maria", may: .post)
        try await folder.serve { client in
            let fields = [try await client.signIn(maria), "Accept: text/html"]
            #expect(try await client.page("/", fields: fields).contains("Signed in as maria."))
            for path in ["/", "/post", photo] {
                let answer = try await client.answer(path, fields: fields)
                let page = answer.text
                #expect(page.contains(#" data-person="\#(maria.token.id)" data-name="maria""#))
                #expect(answer.fields["cache-control"] == "private, no-cache")
            }
            #expect(try await !client.page("/join").contains("data-person"))
        }
    }

    @Test func `Web: a first friend can't have the owner's name; a refusal leaves the key valid`() async throws {
        try await folder.serve { [folder] client in
            for name in ["Anna", "anna"] {
                let answer = try await client.post("/people", "do=invite&name=\(name)&own=Anna&may=read")
                let page = answer.text
                #expect(answer.status == 409 && page.contains("Anna is already invited"))
                #expect(page.contains(#"name="own" required maxlength="64""#) && page.contains(#"value="Anna""#))
                #expect(try await client.answer("/feed").status == 200)
            }
            for own in ["", "..", "%3Cb%3E"] {
                let answer = try await client.post("/people", "do=invite&name=maria&own=\(own)&may=read")
                #expect(answer.status == 422 && answer.text.contains("Letters, digits"))
            }
            #expect(try folder.tokens.tokens().isEmpty)
        }
    }

    @Test func `Web: of many first invitations at once, one makes the owner`() async throws {
        try await RunningServer.with(try folder.configuration()) { [folder] server in
            try await withThrowingTaskGroup { group in
                for number in 0..<10 {
                    group.addTask {
                        try await RawClient.with(port: server.port) { client in
                            _ = try await client.post(
                                "/people", "do=invite&name=friend\(number)&own=Anna\(number)&may=read")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let tokens = try folder.tokens.tokens()
            #expect(tokens.count { $0.id == Person.owner.id } == 1)
            #expect(tokens.count { $0.name.hasPrefix("Anna") } == 1)
        }
    }

    @Test func `Web: an owner who is called owner invites a second friend`() async throws {
        try await folder.serve { [folder] client in
            let first = try await client.post("/people", "do=invite&name=maria&own=owner&may=read")
            let cookie = try #require(first.cookieField)
            let second = try await client.post("/people", "do=invite&name=bob&may=read", fields: [cookie])
            #expect(second.status == 303 && second.fields["set-cookie"] == nil)
            #expect(try folder.tokens.tokens().map(\.name) == ["owner", "maria", "bob"])
        }
    }

    @Test func `Web: a photo hidden long ago is listed as well, with who hid it, if that is known`() async throws {
        let admin = try folder.invite("zoe", may: .admin)
        try folder.write(Pictures.animation(salt: 2), to: "b.png")
        let (known, unknown) = (contentID(Pictures.animation(salt: 1)), contentID(Pictures.animation(salt: 2)))
        let friends = try folder.friends.open()
        try Moderate(isInFolder: { _ in true }, friends: friends, now: { Date(timeIntervalSince1970: 0) })(
            .photo(known, isHidden: true), by: .owner)
        let person = Person(id: "1", name: "zoe")
        try friends.write { transaction in
            try transaction.set(PhotoState(isHidden: true), of: unknown)
            for _ in 0..<1_001 {
                try transaction.record(
                    AuditEntry(date: Date(), person: person, action: .hideComment, target: UUID().uuidString))
            }
        }
        try await folder.serve { client in
            let people = try await client.page("/people", as: admin)
            let forms = people.matches(of: #/action="\/photo\/([^"]+)"><span>Hidden from friends(.*?)<\/span><button/#)
            #expect(forms.map { String($0.1) } == [known.uuidString, unknown.uuidString])
            #expect(forms.first?.2.contains(#"<time datetime="1970-01-01"#) == true, "\(forms.map(\.2))")
            #expect(forms.first?.2.contains("owner") == true, "\(forms.map(\.2))")
            #expect(forms.last?.2 == "")
            for id in [known, unknown] {
                #expect(try await client.post("/photo/\(id)", "do=show-photo", as: admin).status == 303)
            }
            #expect(try await !client.page("/people", as: admin).contains("Hidden Photos"))
        }
    }

    @Test func `Web: the owner sees hidden photos in the list, and no one else can load them`() async throws {
        let (maria, admin) = (try folder.invite("maria", may: .post), try folder.invite("zoe", may: .admin))
        try await folder.serve { client in
            let image = photo.replacing("/photo/", with: "/image/")
            #expect(try await client.post(photo, "do=hide-photo", as: admin).status == 303)
            let people = try await client.page("/people", as: admin)
            let shown = try #require(people.firstMatch(of: #/<img src="(.+?)" .*?alt="(.+?)"/#))
            #expect(shown.1.hasPrefix(image))
            #expect(shown.2.hasPrefix("Photo, "))
            #expect(try await client.answer(image, as: admin).status == 200)
            #expect(try await client.answer(image, as: maria).status == 404)
            // A signed-in browser loads the picture by its signature.
            let signed = shown.1.replacing("&amp;", with: "&")
            #expect(try await client.answer(String(signed)).status == 200)
            #expect(try await client.answer(image).status == 401)
            #expect(try await client.answer(photo, as: maria).status == 404)
            #expect(try await !client.page("/", as: admin).contains(photo))
        }
    }

    @Test func `Web: the list of hidden photos has their captions`() async throws {
        try folder.write(#"{"photos": [{"file": "a.png", "description": "Bread & butter"}]}"#, to: "feed.yaml")
        let admin = try folder.invite("zoe", may: .admin)
        try await folder.serve { client in
            #expect(try await client.post(photo, "do=hide-photo", as: admin).status == 303)
            let people = try await client.page("/people", as: admin)
            #expect(people.contains(#"<p class="caption" dir="auto">Bread &amp; butter"#))
        }
    }

    @Test func `Web: a name that can't be invited is refused in plain words`() async throws {
        _ = try folder.invite("maria")
        let admin = try folder.invite("zoe", may: .admin)
        try await folder.serve { client in
            for (name, status, text) in [
                ("maria", 409, "maria is already invited. Choose another name."), ("a%2Bb", 422, "Letters, digits"),
                ("", 422, "Letters, digits"), ("+", 422, "Letters, digits"), ("%3Cb%3E", 422, "Letters, digits"),
                ("..", 422, "Letters, digits"),
                ("Maria", 409, "maria is already invited, and Maria is too similar to maria"),
            ] {
                let answer = try await client.post("/people", "do=invite&name=\(name)&may=read", as: admin)
                #expect(answer.status == status, "\(name)")
                let error = answer.text.firstMatch(of: #/<p class="error" role="alert">(.+?)<\/p>/#)?.1
                #expect(error?.contains(text) == true, "\(name)")
                #expect(!answer.text.contains("<b>"))
            }
        }
    }

    @Test func `Web: the owner signs one device out, and removes a person with what they wrote`() async throws {
        let (maria, admin) = (try folder.invite("maria"), try folder.invite("zoe", may: .admin))
        try await folder.serve { [folder] client in
            let (first, second) = (try await client.signIn(maria), try await client.signIn(maria))
            let page = try await client.page("/people", as: admin)
            let devices = page.matches(of: #/name="device" value="(.+?)"/#).map { String($0.1) }
            #expect(devices.count == 2 && page.contains("<details class=\"devices\"><summary>2 Devices</summary>"))
            // The form is below the people, unless it was refused.
            let refused = try await client.post("/people", "do=invite&name=maria&may=read", as: admin).text
            for (page, isFirst) in [(page, false), (refused, true)] {
                let form = try #require(page.firstRange(of: "value=\"invite\""))
                let list = try #require(page.firstRange(of: "<bdi>maria"))
                #expect((form.lowerBound < list.lowerBound) == isFirst)
            }
            let device = devices[0].replacing("+", with: "%2B").replacing("=", with: "%3D")
            let question = try await client.page("/people?do=sign-out&device=\(device)", as: admin)
            #expect(question.contains("<h2>Sign maria out of a browser?</h2>") && question.contains(devices[0]))
            #expect(try await client.answer("/", fields: [first]).status == 200)
            #expect(try await client.post("/people", "do=sign-out&device=\(device)", as: admin).status == 303)
            #expect(try await client.answer("/", fields: [first]).status == 401)
            #expect(try await client.answer("/", fields: [second]).status == 200)

            let comment = "do=post&comment=\(UUID())&message=hello"
            #expect(try await client.post(photo, comment, as: maria).status == 303)
            #expect(try await client.page(photo, as: admin).contains("hello"))
            #expect(try await client.post("/people", "do=remove&name=maria", as: admin).status == 303)
            #expect(try folder.tokens.tokens().map(\.name) == ["zoe"])
            #expect(try await client.answer("/feed", as: maria).status == 401)
            #expect(try await client.answer("/", fields: [second]).status == 401)
            #expect(try await client.page(photo, as: admin).contains("hello") == false)
            #expect(try await client.page("/people", as: admin).contains("name=\"device\"") == false)
        }
    }

    @Test func `Web: a person gets another link, and what they wrote stays theirs`() async throws {
        let (maria, zoe) = (try folder.invite("maria"), try folder.invite("zoe", may: .admin))
        let eve = try folder.invite("eve", may: .admin)
        try await folder.serve { [folder] client in
            let cookie = try await client.signIn(maria)
            let comment = "do=post&comment=\(UUID())&message=hello"
            #expect(try await client.post(photo, comment, fields: [cookie]).status == 303)
            let question = try await client.page("/people?name=maria&do=link", as: zoe)
            #expect(question.contains("New link for maria?"))
            func newLink(_ option: String) async throws -> String {
                #expect(try await client.post("/people", "do=link&name=maria" + option, as: zoe).status == 303)
                let page = try await client.page("/people", as: zoe)
                return String(try #require(page.firstMatch(of: #/value="[^"]+\/join#maria:([A-Za-z0-9_\-]+)"/#)).1)
            }
            let second = try await newLink("")
            // Only the browser that made it shows it.
            #expect(try await !client.page("/people", as: eve).contains(second))
            #expect(try await client.answer("/", fields: [cookie]).status == 200)
            #expect(try await client.post("/join", "link=\(maria.secret)").status == 401)
            let third = try await newLink("&option=yes")
            #expect(try await client.answer("/", fields: [cookie]).status == 401)
            #expect(try await client.post("/join", "link=\(second)").status == 401)
            let new = try #require(try await client.post("/join", "link=\(third)").cookieField)
            #expect(try await client.page(photo, fields: [new]).contains(#"value="delete""#))
            #expect(try folder.tokens.tokens().first?.id == maria.token.id)
        }
    }

    @Test func `Web: the owner's own new link ends neither their session nor their permissions`() async throws {
        let zoe = try folder.invite("zoe", may: .admin)
        try await folder.serve { [folder] client in
            let cookie = try await client.signIn(zoe)
            #expect(try await client.page("/people?do=link&name=zoe", fields: [cookie]).contains("New link for zoe?"))
            let done = try await client.post("/people", "do=link&name=zoe&option=yes", fields: [cookie])
            #expect(done.status == 303)
            #expect(try await client.page("/people", fields: [cookie]).contains("/join#zoe:"))
            for form in ["do=may&name=zoe&may=read", "do=revoke&name=zoe", "do=may&name=zoe&may=all"] {
                #expect(try await client.post("/people", form, fields: [cookie]).status == 400)
            }
            for action in ["may", "revoke", "remove", "other"] {
                let page = try await client.page("/people?do=\(action)&name=zoe", fields: [cookie])
                #expect(page.contains("Invite a Friend"))
            }
            #expect(try folder.tokens.tokens().map(\.scopes) == [Set(AccessScope.allCases)])
        }
    }

    @Test func `Web: the owner changes what a person may do`() async throws {
        let (maria, zoe) = (try folder.invite("maria"), try folder.invite("zoe", may: .admin))
        try await folder.serve { client in
            let question = try await client.page("/people?do=may&name=maria", as: zoe)
            #expect(question.contains(#"<option value="comment" selected>"#))
            #expect(try await client.answer("/post", as: maria).status == 403)
            #expect(try await client.post("/people", "do=may&name=maria&may=post", as: zoe).status == 303)
            #expect(try await client.answer("/post", as: maria).status == 200)
            let refused = try await client.post("/people", "do=may&name=maria&may=admin", as: maria)
            #expect(refused.status == 403)
            #expect(try await client.page("/people?do=may&name=maria", as: maria).contains("Permissions") == false)
        }
    }

    @Test func `Web: before a person is removed, the owner sees what is deleted with them`() async throws {
        let (maria, zoe) = (try folder.invite("maria"), try folder.invite("zoe", may: .admin))
        try await folder.serve { [folder] client in
            let page = try await client.page("/people", as: zoe)
            // The menu's form changes nothing.
            #expect(page.contains(#"<form action="/people"><input type="hidden" name="name" value="maria">"#))
            #expect(try await client.page("/people?do=remove&name=maria", as: zoe).contains("There are no photos"))
            for _ in 0..<2 {
                let form = "do=post&comment=\(UUID())&message=hello"
                #expect(try await client.post(photo, form, as: maria).status == 303)
            }
            #expect(try await client.post(photo, "react=heart", as: maria).status == 303)
            let question = try await client.page("/people?do=remove&name=maria", as: zoe)
            for text in ["Remove maria?", "<li>2 Comments</li>", "<li>1 Reaction</li>", "deleted for good:"] {
                #expect(question.contains(text), "\(text)")
            }
            #expect(!question.contains("Photo</li>"))
            #expect(
                try await client.page("/people?do=revoke&name=maria", as: zoe).contains("Photos and comments stay."))
            #expect(try folder.tokens.tokens().map(\.name) == ["maria", "zoe"])
        }
    }

    @Test func `Web: a new link is shown for ten minutes, to the browser that made it`() throws {
        let now = Box(Date(timeIntervalSince1970: 1_800_000_000))
        let links = NewLinks(now: { now.value })
        let start = now.value
        links.keep(try folder.invite("maria"), for: Data([1]))
        #expect(links.link(for: Data([2])) == nil)
        now.set(start + 599)
        #expect(links.link(for: Data([1]))?.token.name == "maria")
        now.set(start + 600)
        #expect(links.link(for: Data([1])) == nil)
        now.set(start)
        #expect(links.link(for: Data([1])) == nil)
    }

    @Test func `Web: the initials of the first eight people have different colours`() async throws {
        for name in ["maria", "maris", "bob", "nikos", "anna", "eleni", "zoe"] { _ = try folder.invite(name) }
        let olga = try folder.invite("olga", may: .admin)
        try await folder.serve { client in
            let colours = try await client.page("/people", as: olga).matches(of: #/data-colour="(\d+)"/#).map(\.1)
            #expect(colours.count == 8)
            #expect(Set(colours).count == 8)
        }
    }

    @Test func `Web: a name has one colour on all pages, the document's too, and after a removal`() async throws {
        try folder.write(#"{"photos": [{"file": "a.png", "author": "ba"}]}"#, to: "feed.yaml")
        // By their letters, both names have the same colour.
        for name in ["ab", "ba"] { _ = try folder.invite(name) }
        let olga = try folder.invite("olga", may: .admin)
        try await folder.serve { [folder] client in
            func colours() async throws -> [String?] {
                var colours: [String?] = []
                for page in ["/people", "/", photo] {
                    let found = try await client.page(page, as: olga)
                        .firstMatch(of: #/data-colour="(\d+)">(?:<img[^>]*>)?<bdi>ba</#)
                    colours.append(found.map { String($0.1) })
                }
                return colours
            }
            let before = try await colours()
            #expect(Set(before).count == 1 && before[0] != nil)
            try folder.tokens.revoke("ab")
            try await waitUntil { try await colours()[0] != before[0] }
            let after = try await colours()
            #expect(Set(after).count == 1 && after[0] != nil)
        }
    }

    @Test func `Web: a last visit in the future is shown as one of today`() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var token = try folder.invite("maria").token
        token.lastUsedAt = now + 100 * 86_400
        let place = PagePlace(language: .english, basePath: "", timeZone: .gmt)
        let person = PagePerson(token, [], for: .owner, in: place, now: now)
        #expect(person.lastUse?.text == "Jan 15, 2027")
    }

    @Test func `Web: the cookie of a person whose invitation was revoked isn't renewed`() async throws {
        let maria = try folder.invite("maria")
        _ = try folder.invite("zoe", may: .admin)
        try await RunningServer.with(try folder.configuration()) { [folder] server in
            // The server resets the connections of revoked people, so each request has its own.
            func answer(
                _ ask: @escaping @Sendable (RawClient) async throws -> RawClient.Answer
            ) async throws -> RawClient.Answer {
                try await RawClient.with(port: server.port, ask)
            }
            let cookie = try await RawClient.with(port: server.port) { try await $0.signIn(maria) }
            let admitted = try await answer { try await $0.answer("/", fields: [cookie]) }
            #expect(admitted.fields["set-cookie"] != nil)
            try folder.tokens.revoke("maria")
            var last = admitted
            while last.status == 200 {
                do {
                    last = try await answer { try await $0.answer("/", fields: [cookie]) }
                } catch let error as IOError where error.errnoCode == ECONNRESET {
                    // The server was answering the request when it learned of the revocation.
                }
            }
            #expect((last.status, last.fields["set-cookie"]) == (401, nil))
        }
    }
}
