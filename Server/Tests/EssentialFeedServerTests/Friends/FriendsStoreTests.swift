import EssentialFeed
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The contract of every store of what friends have written.
@Suite struct FriendsStoreTests {
    private let state = ServerState()
    private let maria = Requester(person: Person(id: "1", name: "maria"), scopes: [.read, .comment])

    init() throws {
        try state.fill()
    }

    /// Opens the store, as each process does.
    private func open() throws -> any FriendsStore { try FriendsFile(in: state.url, root: state.root).open() }

    private func useCases(_ friends: any FriendsStore) throws -> (FriendsUseCases, photo: UUID) {
        let catalog = try state.open()
        let photo = try #require(try catalog.page(after: nil, limit: 1)?.first?.id)
        let photos = PhotosWithFriends(folder: catalog, friends: friends)
        return (FriendsUseCases(photos: photos, now: { Date() }), photo)
    }

    @Test func `A transaction that throws changes nothing, and another process reads one that doesn't`() throws {
        let (friends, other) = (try open(), try open())
        let comment = FriendComment(
            id: UUID(), photo: UUID(), author: Person(id: "1", name: "maria"), message: "hello", writtenAt: Date())
        let before = friends.state
        #expect(throws: FriendsError.closed) {
            try friends.write { rows in
                try rows.insert(comment)
                throw FriendsError.closed
            }
        }
        #expect(friends.state == before)
        #expect(try friends.read { try $0.comment(comment.id)?.photo } == nil)
        try friends.write { try $0.insert(comment) }
        #expect(friends.state.change > before.change)
        #expect(try other.read { try $0.comment(comment.id)?.photo } == comment.photo)
        try other.refresh()
        #expect(other.state == friends.state)
    }

    @Test func `What a person wrote is removed with them, and what others wrote stays`() throws {
        let bob = Requester(person: Person(id: "2", name: "Zo\u{EB}"), scopes: [.read, .comment])
        let friends = try open()
        let (useCases, photo) = try useCases(friends)
        for person in [maria, bob] {
            _ = try useCases.postComment("hello", id: UUID(), on: photo, by: person)
            try useCases.react(.heart, isSet: true, to: photo, by: person)
        }
        let removePerson = RemovePerson(tokens: TokenFile(in: state.url), friends: { [friends] }, now: { Date() })
        #expect(throws: AccessError.unknownName("Zo\u{EB}")) {
            try removePerson("Zoe\u{308}", deletingContent: false, by: .owner)
        }
        try removePerson("maria", deletingContent: true, by: .owner)
        #expect(try TokenFile(in: state.url).tokens().isEmpty)
        let conversation = try useCases.loadConversation(of: photo, for: bob)
        #expect(conversation.comments.compactMap(\.author?.name) == ["Zo\u{EB}"])
        #expect(conversation.reactions.flatMap(\.people).map(\.name) == ["Zo\u{EB}"])
        #expect(throws: FriendsError.notPermitted(.admin)) {
            try removePerson("Zoe\u{308}", deletingContent: true, by: maria)
        }
        // The content of a person without an invitation can still be deleted, once.
        try removePerson("Zoe\u{308}", deletingContent: true, by: .owner)
        #expect(try useCases.loadConversation(of: photo, for: bob).comments.isEmpty)
        #expect(throws: AccessError.unknownName("Zo\u{EB}")) {
            try removePerson("Zoe\u{308}", deletingContent: true, by: .owner)
        }
    }

    @Test(arguments: [true, false])
    func `Ending a person's access waits for a database only with their picture`(hasPicture: Bool) throws {
        let (friends, tokens) = (try open(), TokenFile(in: state.url))
        let id = try #require(try tokens.tokens().first).id
        if hasPicture { try friends.write { try $0.set(picture: Data("a picture".utf8), of: id) } }
        let removePerson = RemovePerson(tokens: tokens, friends: { [friends] }, now: { Date() })
        let changed = try removePerson("maria", deletingContent: false, by: .owner)
        #expect(changed.count == (hasPicture ? 1 : 0))
    }

    @Test func `A comment has the name that its author has when it is saved`() throws {
        let friends = try open()
        let (useCases, photo) = try useCases(friends)
        var renamed = maria
        renamed.nameNow = { "Zoe" }
        let comment = try useCases.postComment("hello", id: UUID(), on: photo, by: renamed).comment
        #expect(comment.author == Person(id: "1", name: "Zoe"))
        #expect(try friends.read { try $0.comment(comment.id)?.comment?.author } == comment.author)
    }

    @Test func `A write of a person whose access ends while it waits for its transaction is refused`() throws {
        let friends = try open()
        let (useCases, photo) = try useCases(friends)
        var ended = maria
        ended.scopesNow = { [] }
        #expect(throws: FriendsError.ended) { try useCases.postComment("late", id: UUID(), on: photo, by: ended) }
        #expect(throws: FriendsError.ended) { try useCases.react(.heart, isSet: true, to: photo, by: ended) }
        var demoted = maria
        demoted.scopesNow = { [.read] }
        #expect(throws: FriendsError.notPermitted(.comment)) {
            try useCases.postComment("late", id: UUID(), on: photo, by: demoted)
        }
        #expect(try useCases.loadConversation(of: photo, for: maria).comments.isEmpty)
    }

    @Test func `A change that the state doesn't know yet comes later, and no given number is refused`() throws {
        let (reader, writer) = (try open(), try open())
        let (read, photo) = try useCases(reader)
        let photos = PhotosWithFriends(folder: read.postComment.photos.folder, friends: writer)
        let write = FriendsUseCases(photos: photos, now: { Date() })
        _ = try write.postComment("hello", id: UUID(), on: photo, by: maria)
        let before = try read.loadChanges(since: nil, for: .anyone)
        #expect(before.comments.isEmpty)
        #expect(try read.loadChanges(since: before.next, for: .anyone).comments.isEmpty)
        try reader.refresh()
        #expect(try read.loadChanges(since: before.next, for: .anyone).comments.count == 1)
    }

    @Test func `After a restart, what a person wrote within a day counts for the limits of a day`() throws {
        let friends = try open()
        let (_, photo) = try useCases(friends)
        let person = try #require(maria.person)
        let now = Date()
        try friends.write { transaction in
            for number in 0..<200 {
                try transaction.insert(
                    FriendComment(
                        id: UUID(), photo: photo, author: person, message: "m",
                        // The first is a minute less than a day old.
                        writtenAt: now - 86_400 + 60 * Double(number + 1)))
            }
        }
        let photos = PhotosWithFriends(folder: try state.open(), friends: friends)
        // A machine that started a moment ago.
        let limiter = WriteLimiter(now: { .uptimeNanoseconds(1) })
        let restarted = FriendsUseCases(photos: photos, limiter: limiter, now: { now })
        let refused = #expect(throws: FriendsError.self) {
            try restarted.postComment("one too many", id: UUID(), on: photo, by: maria)
        }
        guard case .tooMany(WriteLimit.commentsADay, let seconds) = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect((59...61).contains(seconds))
        let bob = Requester(person: Person(id: "2", name: "bob"), scopes: [.read, .comment])
        #expect(try restarted.postComment("first", id: UUID(), on: photo, by: bob).isNew)
    }
}
