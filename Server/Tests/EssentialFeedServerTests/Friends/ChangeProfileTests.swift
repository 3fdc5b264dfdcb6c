import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// People's changes of their own settings, on a real disk.
@Suite struct ChangeProfileTests {
    private let folder = PhotoFolder()
    private let maria: Requester
    private let photo = UUID()

    init() throws {
        maria = Requester(person: Person(try folder.invite("maria").token), scopes: [.read])
    }

    private func change(_ friends: FriendsDatabase) -> ChangeProfile {
        ChangeProfile(tokens: folder.tokens, friends: friends, limiter: WriteLimiter(), now: { Date() })
    }

    @Test func `A new name and a language are saved, and saving the same again changes nothing`() throws {
        let friends = try folder.friends.open()
        for _ in 0..<2 { try change(friends)(name: "Zoe\u{308}", language: .greek, by: maria) }
        let token = try #require(try folder.tokens.tokens().first)
        // Saved names have one Unicode form.
        #expect(token.id == maria.person?.id)
        #expect(token.language == .greek)
        #expect(Array(token.name.unicodeScalars) == Array("Zo\u{EB}".unicodeScalars))
        #expect(try friends.read { try $0.audit(limit: 9) }.map(\.target) == ["Zo\u{EB}"])
    }

    @Test func `Of a person whose access has ended, nothing is saved`() throws {
        let friends = try folder.friends.open()
        var ended = maria
        ended.scopesNow = { [] }
        #expect(throws: FriendsError.ended) { try change(friends)(name: "Zoe", language: .greek, by: ended) }
        let linkDevice = LinkDevice(tokens: folder.tokens, friends: friends, limiter: WriteLimiter(), now: { Date() })
        #expect(throws: FriendsError.ended) { try linkDevice(by: ended) }
        #expect(try folder.tokens.tokens().map(\.name) == ["maria"])
        try folder.tokens.revoke("maria")
        #expect(throws: FriendsError.ended) { try change(friends)(name: "Zoe", language: .greek, by: maria) }
        #expect(throws: FriendsError.ended) { try linkDevice(by: maria) }
        #expect(try friends.read { try $0.audit(limit: 9) }.isEmpty)
    }

    @Test func `A name that is refused doesn't count towards the limit`() throws {
        let friends = try folder.friends.open()
        _ = try folder.invite("bob")
        let change = change(friends)
        for _ in 0..<20 {
            #expect(throws: AccessError.nameTaken("bob")) { try change(name: "bob", language: nil, by: maria) }
        }
        try change(name: "Zoe", language: nil, by: maria)
        #expect(try folder.tokens.tokens().map(\.name) == ["Zoe", "bob"])
    }

    private func comment(by person: Person, in friends: FriendsDatabase) throws {
        try friends.write { transaction in
            try transaction.insert(
                FriendComment(id: UUID(), photo: photo, author: person, message: "hello", writtenAt: Date()))
        }
    }

    private func authors(_ friends: FriendsDatabase) throws -> [String] {
        try friends.read { try $0.comments(on: photo).map(\.author.name) }
    }

    @Test(arguments: ["bob", "BOB", "B\u{3BF}b"])
    func `A name under which someone else wrote can't be taken, even after they were removed`(name: String) throws {
        let friends = try folder.friends.open()
        try comment(by: Person(id: "removed", name: "bob"), in: friends)
        #expect(throws: AccessError.nameTaken("bob")) { try change(friends)(name: name, language: nil, by: maria) }
        #expect(try folder.tokens.tokens().map(\.name) == ["maria"])
        #expect(try friends.read { try $0.audit(limit: 9) }.isEmpty)
    }

    @Test func `A name that someone else had can't be taken, but one's own from before can`() throws {
        let friends = try folder.friends.open()
        let bob = Requester(person: Person(try folder.invite("bob").token), scopes: [.read])
        try change(friends)(name: "Rob", language: nil, by: bob)
        #expect(throws: AccessError.nameTaken("bob")) { try change(friends)(name: "Bob", language: nil, by: maria) }
        for name in ["Zoe", "maria"] { try change(friends)(name: name, language: nil, by: maria) }
        #expect(try folder.tokens.tokens().map(\.name) == ["maria", "Rob"])
    }

    @Test func `A name in the folder's document is the owner's to take`() throws {
        var change = change(try folder.friends.open())
        change.documentNames = { ["Eva"] }
        let profile = change
        #expect(throws: AccessError.nameTaken("Eva")) { try profile(name: "eva", language: nil, by: maria) }
        let owner = Requester(person: maria.person, scopes: Set(AccessScope.allCases))
        try profile(name: "eva", language: nil, by: owner)
        // Their own name may be written in another way.
        try profile(name: "EVA", language: nil, by: maria)
    }

    @Test func `One's own name from before can be taken back, even if it is also that of others`() throws {
        let friends = try folder.friends.open()
        try comment(by: Person(id: "removed", name: "maria"), in: friends)
        var change = change(friends)
        change.documentNames = { ["maria", "Eva"] }
        let profile = change
        for name in ["Zoe", "maria"] { try profile(name: name, language: nil, by: maria) }
        #expect(try folder.tokens.tokens().map(\.name) == ["maria"])
        #expect(throws: AccessError.nameTaken("Eva")) { try profile(name: "Eva", language: nil, by: maria) }
    }

    @Test func `A new name that can't be committed is saved nowhere, and can be saved later`() throws {
        let friends = try folder.friends.open()
        try comment(by: try #require(maria.person), in: friends)
        try friends.failCommits(ofInsertsInto: "audit")
        #expect(throws: FriendsError.self) { try change(friends)(name: "Zoe", language: .greek, by: maria) }
        #expect(try folder.tokens.tokens().map(\.name) == ["maria"])
        #expect(try folder.tokens.tokens().map(\.language) == [nil])
        #expect(try authors(friends) == ["maria"])
        try friends.commitAgain()
        try change(friends)(name: "Zoe", language: .greek, by: maria)
        #expect(try folder.tokens.tokens().map(\.name) == ["Zoe"])
        #expect(try authors(friends) == ["Zoe"])
    }

    @Test func `A change of name that was interrupted is finished when the name is saved again`() throws {
        let friends = try folder.friends.open()
        let person = try #require(maria.person)
        try comment(by: person, in: friends)
        try folder.tokens.change(id: person.id, name: "Zoe", language: nil)
        try change(friends)(name: "Zoe", language: nil, by: maria)
        #expect(try authors(friends) == ["Zoe"])
        let lines = try friends.read { try $0.audit(limit: 9) }
        #expect(lines.map(\.person.name) == ["maria"])
        #expect(lines.map(\.target) == ["Zoe"])
    }

    @Test func `The names and links of a day count after the server has started again`() throws {
        let friends = try folder.friends.open()
        func makeLink() throws {
            _ = try LinkDevice(
                tokens: folder.tokens, friends: friends, limiter: WriteLimiter(), now: { Date() })(by: maria)
        }
        for number in 1...10 {
            try change(friends)(name: "maria\(number)", language: nil, by: maria)
            try makeLink()
        }
        let name = #expect(throws: FriendsError.self) {
            try change(friends)(name: "maria", language: nil, by: maria)
        }
        let link = #expect(throws: FriendsError.self) { try makeLink() }
        let limits = [name, link].map { error -> WriteLimit? in
            guard case .tooMany(let limit, _)? = error else { return nil }
            return limit
        }
        #expect(limits == [WriteLimit.namesADay, WriteLimit.linksADay])
    }

    @Test func `A link that isn't made doesn't count towards the limit`() throws {
        let linkDevice = LinkDevice(
            tokens: folder.tokens, friends: try folder.friends.open(), limiter: WriteLimiter(), now: { Date() })
        var ended = maria
        ended.scopesNow = { [] }
        let refused = ended
        for _ in 0..<20 { #expect(throws: FriendsError.ended) { try linkDevice(by: refused) } }
        _ = try linkDevice(by: maria)
    }

    @Test func `A language that another version has saved is ignored`() throws {
        try change(folder.friends.open())(name: "maria", language: .greek, by: maria)
        let file = folder.tokens.folder.appending(path: TokenFile.name)
        let content = try String(contentsOf: file, encoding: .utf8)
        #expect(content.contains(#""language" : "el""#))
        try content.replacing(#""el""#, with: #""fr""#).write(to: file, atomically: true, encoding: .utf8)
        #expect(try folder.tokens.tokens().map(\.language) == [nil])
    }
}
