import EssentialFeed
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The sessions of browsers in the database.
@Suite struct BrowserSessionTests {
    private static let day: TimeInterval = 86_400

    private let state = ServerState()
    private let now = Box(Date(timeIntervalSince1970: 1_800_000_000))

    init() throws {
        try state.fill()
    }

    private func open() throws -> FriendsDatabase { try FriendsFile(in: state.url, root: state.root).open() }

    private func signIn(_ friends: FriendsDatabase) throws -> BrowserSignIn {
        BrowserSignIn(
            friends, at: try ServerAddress("http://127.0.0.1:8080"), threads: .singleton, now: { [now] in now.value })
    }

    /// Returns a request with the cookie that an answer has set.
    private func request(_ cookie: String) -> Request {
        Request(
            head: HTTPRequest(
                method: .get, scheme: nil, authority: "localhost", path: "/",
                headerFields: [.cookie: String(cookie.prefix { $0 != ";" })]),
            body: RequestBody(buffer: ByteBuffer()))
    }

    private func lastUse(_ friends: FriendsDatabase) throws -> Date? {
        try friends.transact { try Int64.fetchOne($0.database, sql: "SELECT last_used FROM session") }
            .map(Date.init(milliseconds:))
    }

    @Test func `A session lasts 400 days after its last use, which is saved once a day`() async throws {
        let friends = try open()
        let signIn = try signIn(friends)
        let start = now.value
        let request = request(try signIn.start("1", device: "a phone"))
        for (days, saved) in [(0.5, 0.0), (300, 300), (300.9, 300), (600, 600)] {
            now.set(start + days * Self.day)
            let browser = try #require(signIn.browser(of: request))
            var response = Response(status: .ok)
            await signIn.renew(browser, in: &response)
            #expect(response.headers[values: .setCookie].count == 1)
            #expect(try lastUse(friends) == start + saved * Self.day)
        }
        now.set(start + 999 * Self.day)
        #expect(signIn.browser(of: request) != nil)
        now.set(start + 1_001 * Self.day)
        #expect(signIn.browser(of: request) == nil)
        // The clock may have been ahead.
        _ = try signIn.start("1", device: "a phone")
        now.set(start + 999 * Self.day)
        #expect(signIn.browser(of: request) != nil)
    }

    @Test func `A first invitation that wasn't saved can be sent again with the same cookie`() throws {
        let friends = try open()
        let signIn = try signIn(friends)
        for _ in 0..<2 {
            let cookie = try signIn.start("1", device: "a phone", keeping: .testOwner)
            #expect(signIn.cookie.value(in: [.cookie: String(cookie.prefix { $0 != ";" })]) == .testOwner)
        }
        #expect(try friends.read { try $0.sessions() }.count == 1)
    }

    @Test func `After the clock was ahead, no session is from the future`() async throws {
        let friends = try open()
        let signIn = try signIn(friends)
        let today = now.value
        now.set(today + 100 * Self.day)
        let request = request(try signIn.start("1", device: "a phone"))
        now.set(today)
        #expect(try StateModeration(of: state.url, now: { today }).devices().map(\.signedInAt) == [today])
        let browser = try #require(signIn.browser(of: request))
        #expect(browser.use.isOld(at: today))
        var response = Response(status: .ok)
        await signIn.renew(browser, in: &response)
        #expect(try lastUse(friends) == today)
    }

    @Test func `A visit while the clock is behind by more than a session lasts doesn't end the session`() async throws {
        let friends = try open()
        let signIn = try signIn(friends)
        // The wrong time is possible, too.
        let today = Date(timeIntervalSince1970: 1_900_000_000)
        now.set(today)
        let request = request(try signIn.start("1", device: "a phone"))
        now.set(today - 401 * Self.day)
        let browser = try #require(signIn.browser(of: request))
        var response = Response(status: .ok)
        await signIn.renew(browser, in: &response)
        now.set(today)
        #expect(signIn.browser(of: request) != nil)
    }

    @Test func `A session from 1970 lasts on from the next start`() async throws {
        let old = try open()
        let request = request(try signIn(old).start("1", device: "a phone"))
        try old.transact { try $0.database.execute(sql: "UPDATE session SET last_used = 0, created = 0") }
        let friends = try open()
        let newSignIn = try signIn(friends)
        let browser = try #require(newSignIn.browser(of: request))
        var response = Response(status: .ok)
        await newSignIn.renew(browser, in: &response)
        #expect(try lastUse(friends) == now.value)
    }

    @Test func `A write reads the sessions again only after they have changed`() throws {
        let friends = try open()
        let signIn = try signIn(friends)
        _ = try signIn.start("1", device: "a phone")
        let statements = Box<[String]>([])
        try friends.transact { $0.database.trace { statements.append("\($0)") } }
        let photo = UUID()
        for _ in 0..<3 {
            try friends.write {
                try $0.insert(
                    FriendComment(
                        id: UUID(), photo: photo, author: Person(id: "1", name: "maria"), message: "m",
                        writtenAt: now.value))
            }
        }
        func readsOfSessions() -> Int { statements.value.filter { $0.contains("FROM session") }.count }
        #expect(readsOfSessions() == 0)
        _ = try signIn.start("1", device: "a phone")
        #expect(readsOfSessions() > 0)
    }

    @Test func `What another process does to sessions counts at the next write, or once noticed`() throws {
        let (friends, others) = (try open(), try open())
        let requests = try (0..<2).map { _ in request(try signIn(friends).start("1", device: "a phone")) }
        try others.write { try $0.end(session: #require(signIn(friends).browser(of: requests[0])).digest) }
        try friends.refresh()
        #expect(try signIn(friends).browser(of: requests[0]) == nil)
        try others.write { try $0.endSessions(of: "1") }
        try friends.write { try $0.set(PhotoState(isClosed: true), of: UUID()) }
        #expect(try signIn(friends).browser(of: requests[1]) == nil)
    }

    @Test func `Revoking a person with the command line deletes their sessions`() throws {
        let friends = try open()
        let token = try #require(try TokenFile(in: state.url).tokens().first)
        for id in [token.id, "other"] { _ = try signIn(friends).start(id, device: "a phone") }
        try StateModeration(of: state.url, now: { Date() }).remove("maria", deletingContent: false)
        #expect(try friends.read { try $0.sessions() }.map(\.tokenID) == ["other"])
    }

    @Test func `A link that ends while its person signs in begins no session`() throws {
        let friends = try open()
        #expect(throws: FriendsError.ended) {
            try signIn(friends).start("1", device: "a phone") { _ in false }
        }
        #expect(try friends.read { try $0.sessions() }.isEmpty)
    }
}
