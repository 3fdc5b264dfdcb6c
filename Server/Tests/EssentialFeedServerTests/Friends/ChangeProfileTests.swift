import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// What people change about themselves, on a real disk.
@Suite struct ChangeProfileTests {
    private let folder: PhotoFolder
    private let maria: Requester

    init() throws {
        folder = try PhotoFolder()
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
        let linkDevice = LinkDevice(
            tokens: folder.tokens, friends: friends, limiter: WriteLimiter(), now: { Date() })
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

    @Test func `A language that another version has saved is ignored`() throws {
        try change(folder.friends.open())(name: "maria", language: .greek, by: maria)
        let file = folder.tokens.folder.appending(path: TokenFile.name)
        let content = try String(contentsOf: file, encoding: .utf8)
        #expect(content.contains(#""language" : "el""#))
        try content.replacing(#""el""#, with: #""fr""#).write(to: file, atomically: true, encoding: .utf8)
        #expect(try folder.tokens.tokens().map(\.language) == [nil])
    }
}
