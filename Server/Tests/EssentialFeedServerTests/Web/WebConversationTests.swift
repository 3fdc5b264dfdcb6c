import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The forms on a photo's page, as browsers without scripts send them.
@Suite struct WebConversationTests {
    private let folder = PhotoFolder()
    private let page: String

    init() throws {
        page = try folder.addPage()
    }

    @Test func `Web: a friend writes, reacts and takes both back, without scripts`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            let empty = try await client.page(page, as: maria)
            #expect(empty.contains(#"placeholder="Write the First Comment""#))
            let id = try #require(empty.firstMatch(of: #/name="comment" value="(.+?)"/#)).1
            let sent = try await client.post(
                page, "do=post&comment=\(id)&message=caf%C3%A9+%3Cb%3E%0D%0Atwo", as: maria)
            #expect(sent.status == 303)
            #expect(sent.fields["location"] == "\(page)#comment-\(id)")
            // A form sent twice is the same comment.
            #expect(
                try await client.post(page, "do=post&comment=\(id)&message=caf%C3%A9+%3Cb%3E%0D%0Atwo", as: maria)
                    .status == 303)
            #expect(try await client.post(page, "react=heart", as: maria).status == 303)
            let written = try await client.page(page, as: maria)
            #expect(written.matches(of: #/<li id="comment-/#).count == 1)
            #expect(written.contains(#"placeholder="Write a Comment""#))
            #expect(written.contains("<p class=\"message\" dir=\"auto\">café &lt;b&gt;\ntwo</p>"))
            #expect(written.contains(#"aria-label="Heart, 1, maria" title="maria">❤️ 1</button>"#))
            #expect(written.contains(#"name="unreact" value="heart" aria-pressed="true""#))
            #expect(try await client.post(page, "unreact=heart", as: maria).status == 303)
            #expect(try await client.post(page, "do=delete&comment=\(id)", as: maria).status == 303)
            let undone = try await client.page(page, as: maria)
            #expect(undone.contains(#"placeholder="Write the First Comment""#))
            #expect(!undone.contains("❤️ 1"))
        }
    }

    @Test func `Web: a form that is refused says why, and keeps what was written`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            let long = String(repeating: "a", count: 2_001)
            let longest = String(repeating: "ω", count: 20_000)
            let encoded = String(repeating: "%CF%89", count: 20_000)
            for (fields, status, text, draft) in [
                ("do=post&comment=\(UUID())&message=+", 422, "Write something first.", " "),
                ("do=post&comment=\(UUID())&message=\(long)", 422, "The text is too long.", long),
                ("do=post&comment=\(UUID())&message=\(encoded)", 422, "The text is too long.", longest),
                ("do=delete&comment=\(UUID())", 404, "was deleted", ""),
            ] {
                let answer = try await client.post(page, fields, as: maria)
                #expect(answer.status == status)
                #expect(answer.fields["cache-control"] == "no-store")
                let shown = answer.text
                let problem = shown.firstMatch(of: #/<p class="error" role="alert">(.+?)<\/p>/#)?.1
                #expect(problem?.contains(text) == true)
                #expect(shown.contains(">\(draft)</textarea>"))
            }
            let endless = try await client.post(
                page, "do=post&message=" + String(repeating: "a", count: 140_000), as: maria)
            #expect(endless.status == 413)
            #expect(endless.text.contains("Shorten the text to 2,000 characters"))
            #expect(try await client.post(page, "do=nothing", as: maria).status == 400)
            let other = "/photo/\(UUID())"
            #expect(try await client.post(other, "react=heart", as: maria).status == 404)
        }
    }

    @Test func `Web: a friend changes their own comment, nobody else's; a late repetition does nothing`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        let owner = try folder.invite("olga", may: .admin)
        try await folder.serve { client in
            let id = UUID()
            let first = "do=post&comment=\(id)&message=How+lovly"
            #expect(try await client.post(page, first, as: maria).status == 303)
            let change = "do=change&comment=\(id)&message="
            for (message, person, status) in [
                ("mine", bob, 403), ("mine", owner, 403), ("+", maria, 422),
                (String(repeating: "a", count: 2_001), maria, 422),
            ] {
                #expect(try await client.post(page, change + message, as: person).status == status)
            }
            #expect(try await client.post("/photo/\(UUID())", change + "elsewhere", as: maria).status == 404)
            #expect(try await client.post(page, "do=change&comment=\(UUID())&message=a", as: maria).status == 404)
            #expect(try await !client.page(page, as: bob).contains("Edited"))

            let sent = try await client.post(page, change + "How+lovely", as: maria)
            #expect((sent.status, sent.fields["location"]) == (303, "\(page)#comment-\(id)"))
            #expect(try await client.post(page, first, as: maria).status == 303)
            let shown = try await client.page(page, as: bob)
            #expect(shown.matches(of: #/<li id="comment-/#).count == 1)
            #expect(shown.contains(#"dir="auto">How lovely</p>"#) && shown.contains("<span>Edited</span>"))

            #expect(try await client.post(page, "do=close", as: owner).status == 303)
            let refused = try await client.post(page, change + "too+late", as: maria)
            #expect(refused.status == 403)
            #expect(String(decoding: refused.body, as: UTF8.self).contains("too late"))
            #expect(try await client.post(page, "do=delete&comment=\(id)", as: maria).status == 303)
            #expect(try await client.post(page, change + "again", as: maria).status == 410)
        }
    }

    @Test func `Web: what a friend wrote is on the page that refuses it, whatever the reason is`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        let (owner, nikos) = (try folder.invite("olga", may: .admin), try folder.invite("nikos"))
        try folder.tokens.revoke("nikos")
        try await folder.serve { client in
            #expect(try await client.post(page, "do=close", as: owner).status == 303)
            let fields = "do=post&comment=\(UUID())&message=how+%3Cb%3E+lovely"
            for (address, person, status) in [
                (page, maria, 403), ("/photo/\(UUID())", maria, 404), ("\(page)?person=\(maria.token.id)", bob, 412),
                (page, nikos, 401),
            ] {
                let answer = try await client.post(address, fields, as: person)
                #expect(answer.status == status)
                let shown = answer.text
                #expect(shown.contains(#"readonly dir="auto">how &lt;b&gt; lovely</textarea>"#))
            }
        }
    }

    @Test func `Web: what one person wrote isn't taken from another who has signed in since`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await folder.serve { client in
            let form = try await client.page(page, as: maria)
            let action = String(try #require(form.firstMatch(of: #/class="composer" .+? action="(.+?)#composer"/#)).1)
            let fields = "do=post&comment=\(UUID())&message=from+maria"
            let refused = try await client.post(action, fields, as: bob)
            #expect(refused.status == 412)
            #expect(refused.text.contains("Another person has signed in"))
            #expect(try await !client.page(page, as: bob).contains("from maria"))
            let photo = try await client.answer(
                "/photos/\(UUID())?person=\(maria.token.id)", method: "PUT",
                fields: ["Authorization: Bearer \(bob.secret)", "Content-Length: 0"])
            #expect(photo.status == 412)
            #expect(try await client.post(action, fields, as: maria).status == 303)
            #expect(try await client.page(page, as: bob).contains("from maria"))
        }
    }

    @Test func `Web: the owner is asked before a photo is deleted with its comments, or hidden`() async throws {
        let (admin, maria) = (try folder.invite("zoe", may: .admin), try folder.invite("maria", may: .post))
        let (id, photo) = (UUID(), try TestPicture.data("large-progressive.jpg"))
        try await folder.serve(try folder.drawingConfiguration()) { client in
            let before = try await client.page(page, as: admin)
            #expect(before.contains("<p>Hide this photo from friends? The page People shows hidden photos.</p>"))
            #expect(try await client.post(page, "do=post&comment=\(UUID())&message=x", as: admin).status == 303)
            let after = try await client.page(page, as: admin)
            #expect(after.contains("<p>Delete this comment?</p>"))

            #expect(try await client.post(photo, id, as: maria).status == 201)
            let posted = "/photo/\(id)"
            let button = #"<button class="destructive" name="do" value="delete-photo">"#
            #expect(try await client.page(posted, as: admin).contains("<p>Delete this photo?</p>\(button)"))
            for count in ["1 comment", "2 comments"] {
                #expect(try await client.post(posted, "do=post&comment=\(UUID())&message=x", as: maria).status == 303)
                let question = "<p>Delete this photo with its \(count)?</p>\(button)"
                for person in [admin, maria] {
                    #expect(try await client.page(posted, as: person).contains(question))
                }
            }
        }
    }

    @Test func `Web: people see the forms that their invitation permits`() async throws {
        let (reader, maria) = (try folder.invite("bob", may: .read), try folder.invite("maria"))
        let admin = try folder.invite("zoe", may: .admin)
        let id = UUID()
        try await folder.serve { client in
            #expect(try await client.page(page, as: reader).contains("There are no comments yet."))
            #expect(try await client.post(page, "do=post&comment=\(id)&message=hello", as: maria).status == 303)
            let read = try await client.page(page, as: reader)
            #expect(read.contains("hello"))
            for form in ["<textarea", "<button name=\"react\"", "class=\"menu\"", "id=\"photo-menu\""] {
                #expect(!read.contains(form))
            }
            #expect(try await client.post(page, "do=post&comment=\(UUID())&message=x", as: reader).status == 403)
            #expect(try await client.post(page, "do=hide&comment=\(id)", as: maria).status == 403)
            #expect(!(try await client.page(page, as: maria).contains("id=\"photo-menu\"")))
            #expect(try await client.page(page, as: admin).contains("id=\"photo-menu\""))

            #expect(try await client.post(page, "do=hide&comment=\(id)", as: admin).status == 303)
            #expect(!(try await client.page(page, as: reader).contains("hello")))
            #expect(try await client.page(page, as: admin).contains("Hidden from friends"))
            #expect(try await client.post(page, "do=show&comment=\(id)", as: admin).status == 303)
            #expect(try await client.page(page, as: reader).contains("hello"))

            #expect(try await client.post(page, "do=close", as: admin).status == 303)
            let closed = try await client.page(page, as: maria)
            #expect(closed.contains("The owner has closed the comments on this photo."))
            #expect(!closed.contains("<textarea"))
            #expect(try await client.post(page, "do=post&comment=\(UUID())&message=x", as: maria).status == 403)
            #expect(try await client.post(page, "do=reopen", as: admin).status == 303)

            let hidden = try await client.post(page, "do=hide-photo", as: admin)
            #expect((hidden.status, hidden.fields["location"]) == (303, "/"))
            #expect(try await client.answer(page, as: maria).status == 404)
        }
    }
}
