import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The contract of every store of tokens.
@Suite struct TokenStoreTests {
    private let folder = TemporaryFolder()

    /// Opens the store, as each process does.
    private func open() -> any TokenStore { TokenFile(in: folder.url.appending(path: "state")) }

    @discardableResult
    private func invite(_ name: String, to tokens: any TokenStore) throws -> Invitation {
        let invitation = try Invitation(to: Invited(name), at: Date())
        try tokens.save([invitation])
        return invitation
    }

    @Test func `A change that fails saves nothing, and the next process reads one that doesn't`() throws {
        let tokens = open()
        #expect(try tokens.list() == nil)
        let maria = try invite("maria", to: tokens).token
        let saved = try tokens.list()
        #expect(throws: AccessError.unknownName("bob")) {
            try tokens.change(makingRoom: false) { list throws(AccessError) in
                try list.remove(name: "maria")
                try list.remove(name: "bob")
            }
        }
        #expect(try open().list() == saved)
        #expect(saved?.tokens.map(\.id) == [maria.id])
    }

    @Test func `What is decided on while the store is locked is saved before anyone else's change`() async throws {
        let tokens = open()
        try invite("maria", to: tokens)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = try open().whileLocked { tokens in
                        let count = try tokens.tokens().count
                        return try invite("n\(count)", to: tokens)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try tokens.tokens().map(\.name) == ["maria"] + (1...8).map { "n\($0)" })
    }

    @Test func `A name belongs to one token at a time`() throws {
        let tokens = open()
        try invite("a-name_1.b", to: tokens)
        #expect(throws: AccessError.nameTaken("a-name_1.b")) { try invite("a-name_1.b", to: tokens) }
        try tokens.revoke("a-name_1.b")
        #expect(throws: AccessError.unknownName("a-name_1.b")) { try tokens.revoke("a-name_1.b") }
        try invite("a-name_1.b", to: tokens)
        #expect(try tokens.tokens().count == 1)
    }

    @Test func `Another link and other permissions leave a person's token the same`() throws {
        let tokens = open()
        let first = try invite("maria", to: tokens)
        let saved = try #require(try tokens.tokens().first)
        let second = try tokens.renew("maria")
        try tokens.permit(.post, to: "maria")
        let token = try #require(try tokens.tokens().first)
        #expect((token.id, token.createdAt) == (saved.id, saved.createdAt))
        #expect(token.scopes == [.read, .comment, .post])
        let table = TokenTable([token])
        #expect(table.entry(for: TokenSecret(first.secret)) == nil)
        #expect(table.entry(for: TokenSecret(second.secret)) != nil)
        #expect(throws: AccessError.unknownName("bob")) { try tokens.permit(.read, to: "bob") }
    }
}
