import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The page of the people when people have taken other names.
@Suite struct WebPeopleNamesTests {
    private let folder = PhotoFolder()
    private let photo: UUID

    init() throws {
        photo = try folder.add()
    }

    @Test func `Web: the owner's answer about a person isn't about someone who has the name by now`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        let zoe = try folder.invite("zoe", may: .admin)
        try await folder.serve { [folder] client in
            let asked = "name=maria&id=\(maria.token.id)"
            let people = try await client.page("/people", as: zoe)
            #expect(people.contains(#"<input type="hidden" name="id" value="\#(maria.token.id)">"#))
            let question = try await client.page("/people?do=remove&\(asked)", as: zoe)
            #expect(question.contains(#"<input type="hidden" name="id" value="\#(maria.token.id)">"#))
            #expect(question.contains(#"action="/people?person=\#(zoe.token.id)""#))
            try folder.tokens.change(id: maria.token.id, name: "Eva", language: nil)
            try folder.tokens.change(id: bob.token.id, name: "maria", language: nil)
            let before = try folder.tokens.tokens()
            for form in ["do=revoke", "do=remove", "do=link", "do=may&may=admin"] {
                let answer = try await client.post("/people", "\(form)&\(asked)", as: zoe)
                #expect(answer.status == 404 && answer.text.contains("maria isn’t invited"), "\(form)")
                #expect(try await client.page("/people?\(form)&\(asked)", as: zoe).contains("Invite a Friend"))
            }
            let after = try folder.tokens.tokens()
            #expect(after.map(\.name) == ["Eva", "maria", "zoe"])
            #expect(after.map(\.digest) == before.map(\.digest))
            #expect(after.map(\.scopes) == before.map(\.scopes))
            let form = "do=revoke&name=maria&id=\(bob.token.id)"
            #expect(try await client.post("/people", form, as: zoe).status == 303)
            #expect(try folder.tokens.tokens().map(\.name) == ["Eva", "zoe"])
        }
    }

    @Test func `Web: what a person has under an older name is counted and deleted with them`() async throws {
        let (maria, zoe) = (try folder.invite("maria"), try folder.invite("zoe", may: .admin))
        let friends = try folder.friends.open()
        let old = Person(id: maria.token.id, name: "Mary")
        try friends.write { transaction in
            for author in [old, Person(zoe.token)] {
                try transaction.insert(
                    FriendComment(id: UUID(), photo: photo, author: author, message: "hello", writtenAt: Date()))
            }
            try transaction.set(.heart, of: old, to: photo)
        }
        try await folder.serve { [photo] client in
            let asked = "do=remove&name=maria&id=\(maria.token.id)"
            let question = try await client.page("/people?\(asked)", as: zoe)
            #expect(question.contains("<li>1 Comment</li>") && question.contains("<li>1 Reaction</li>"))
            #expect(try await client.post("/people", asked, as: zoe).status == 303)
            #expect(try friends.read { try $0.comments(on: photo).map(\.author.name) } == ["zoe"])
            #expect(try friends.read { try $0.reactions(on: photo) }.isEmpty)
        }
    }

    @Test func `Web: what another invited person wrote under the name isn't counted or deleted`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        let zoe = try folder.invite("zoe", may: .admin)
        let friends = try folder.friends.open()
        try friends.write { transaction in
            for id in [maria.token.id, bob.token.id, "removed"] {
                let author = Person(id: id, name: "maria")
                try transaction.insert(
                    FriendComment(id: UUID(), photo: photo, author: author, message: "hello", writtenAt: Date()))
                try transaction.set(.heart, of: author, to: photo)
            }
        }
        try await folder.serve { [photo] client in
            let asked = "do=remove&name=maria&id=\(maria.token.id)"
            let question = try await client.page("/people?\(asked)", as: zoe)
            #expect(question.contains("<li>2 Comments</li>") && question.contains("<li>2 Reactions</li>"))
            #expect(try await client.post("/people", asked, as: zoe).status == 303)
            #expect(try friends.read { try $0.comments(on: photo).map(\.author.id) } == [bob.token.id])
            #expect(try friends.read { try $0.reactions(on: photo).flatMap(\.people).map(\.id) } == [bob.token.id])
        }
    }
}
