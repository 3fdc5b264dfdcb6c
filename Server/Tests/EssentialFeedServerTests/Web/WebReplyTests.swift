import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Replies to comments, as browsers without scripts write and show them.
@Suite struct WebReplyTests {
    private let folder = PhotoFolder()
    private let page: String
    private let maria: Invitation
    private let bob: Invitation

    init() throws {
        page = try folder.addPage()
        maria = try folder.invite("maria")
        bob = try folder.invite("bob")
    }

    private func write(_ fields: String, as person: Invitation, _ client: RawClient) async throws -> UUID {
        let id = UUID()
        #expect(try await client.post(page, "do=post&comment=\(id)&\(fields)", as: person).status == 303)
        return id
    }

    @Test func `Web: a reply quotes its comment, without its words where it is hidden or deleted`() async throws {
        let owner = try folder.invite("olga", may: .admin)
        try await folder.serve { client in
            let first = try await write("message=Where+is+it%3F", as: maria, client)
            let words = #"<bdi>maria</bdi> <span dir="auto">Where is it?</span></a>"#
            let form = try await client.page("\(page)?reply=\(first)", as: bob)
            #expect(form.contains(#"name="reply" value="\#(first)""#))
            #expect(form.contains(##"<a class="quote" id="replying" href="#comment-\##(first)">\##(words)"##))
            _ = try await write("reply=\(first)&message=On+the+coast", as: bob, client)
            let quote = ##"<a class="quote" href="#comment-\##(first)">\##(words)"##
            #expect(try await client.page(page, as: owner).contains(quote))

            #expect(try await client.post(page, "do=hide&comment=\(first)", as: owner).status == 303)
            #expect(try await client.page(page, as: maria).contains(quote))
            let gone = #"<p class="quote">This comment was deleted or hidden.</p>"#
            let hidden = try await client.page(page, as: bob)
            #expect(hidden.contains("On the coast") && hidden.contains(gone) && !hidden.contains("Where is it?"))

            #expect(try await client.post(page, "do=delete&comment=\(first)", as: maria).status == 303)
            for person in [maria, bob, owner] {
                let deleted = try await client.page("\(page)?reply=\(first)", as: person)
                #expect(deleted.contains("On the coast") && deleted.contains(gone))
                #expect(!deleted.contains("Where is it?") && deleted.contains(#"name="reply" value="""#))
            }
        }
    }

    @Test func `Web: a reply is saved whatever its comment is, and stays a reply if it is refused`() async throws {
        try await folder.serve { client in
            let first = try await write("message=first", as: maria, client)
            let deleted = try await write("message=second", as: maria, client)
            #expect(try await client.post(page, "do=delete&comment=\(deleted)", as: maria).status == 303)
            for reply in ["\(deleted)", "\(UUID())", "x", ""] {
                _ = try await write("reply=\(reply)&message=kept", as: bob, client)
            }
            let shown = try await client.page(page, as: bob)
            #expect(shown.matches(of: #/dir="auto">kept</p>/#).count == 4)
            // Only the photo's own comments are quoted.
            #expect(shown.matches(of: #/<p class="quote">/#).count == 1)
            let refused = try await client.post(
                page, "do=post&comment=\(UUID())&reply=\(first)&message=+", as: bob)
            #expect(refused.status == 422 && refused.text.contains(#"name="reply" value="\#(first)""#))
        }
    }

    @Test func `Web: a reply to a comment of another page has its words, and no link`() async throws {
        let photo = try #require(UUID(uuidString: String(page.suffix(36))))
        let first = UUID()
        // Beyond the limits of a day.
        try folder.friends.open().write { transaction in
            for number in 0..<101 {
                var comment = FriendComment(
                    id: number == 0 ? first : UUID(), photo: photo, author: Person(id: "1", name: "eve"),
                    message: "number \(number)", writtenAt: Date())
                if number == 100 { comment.replyTo = first }
                try transaction.insert(comment)
            }
        }
        try await folder.serve { client async throws in
            let quote = #"<a class="quote"><bdi>eve</bdi> <span dir="auto">number 0</span></a>"#
            let newest = try await client.page(page, as: bob)
            #expect(newest.contains(quote))
            // That page has no form.
            let earlier = try #require(newest.firstMatch(of: #/class="earlier" href="(.+?)#comments"/#)).1
            let reply = ##"<a class="reply" href="\##(page)?reply=\##(first)#composer">Reply</a>"##
            #expect(try await client.page(String(earlier), as: bob).contains(reply))
        }
    }

    @Test func `Web: what is written stays in the form while one reacts, or chooses what to reply to`() async throws {
        let reader = try folder.invite("zoe", may: .read)
        try await folder.serve { client in
            let first = try await write("message=first", as: maria, client)
            let choose = "do=post&comment=\(UUID())&reply=&message=half+a+thought&quote="
            for (quote, reply) in [("\(first)", "\(first)"), ("\(UUID())", ""), ("", "")] {
                let answer = try await client.post(page, choose + quote, as: bob)
                #expect(answer.status == 200 && answer.fields["cache-control"] == "no-store")
                #expect(answer.text.contains(">half a thought</textarea>"))
                #expect(answer.text.contains(#"name="reply" value="\#(reply)""#))
            }
            let react = "do=post&comment=\(UUID())&reply=\(first)&message=half+a+thought&react=heart"
            let reacted = try await client.post(page, react, as: bob)
            #expect(reacted.status == 200 && reacted.text.contains(">half a thought</textarea>"))
            #expect(reacted.text.contains(#"name="reply" value="\#(first)""#) && reacted.text.contains("❤️ 1"))
            #expect(try await client.page(page, as: bob).matches(of: #/<li id="comment-/#).count == 1)
            // Without a text, there is nothing to send again.
            for (quote, query) in [("\(first)", "?reply=\(first)"), ("", "")] {
                let answer = try await client.post(page, "do=post&message=&quote=\(quote)", as: bob)
                #expect((answer.status, answer.fields["location"]) == (303, "\(page)\(query)#composer"))
            }
            let shown = try await client.post(page, choose, as: reader).text
            #expect(shown.contains(#"readonly dir="auto">half a thought</textarea>"#))
        }
    }

    @Test func `Web: only those who may comment can reply, while the comments are open`() async throws {
        let (owner, reader) = (try folder.invite("olga", may: .admin), try folder.invite("zoe", may: .read))
        try await folder.serve { client in
            let comment = try await write("message=hello", as: maria, client)
            let button = #"form="composer" name="quote" value="\#(comment)""#
            #expect(try await client.page(page, as: bob).contains(button))
            #expect(try await !client.page(page, as: reader).contains(button))
            #expect(try await client.post(page, "do=close", as: owner).status == 303)
            #expect(try await !client.page(page, as: bob).contains(button))
        }
    }
}
