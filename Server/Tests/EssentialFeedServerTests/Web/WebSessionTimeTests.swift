import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// How long browsers stay signed in, even if the server's clock is wrong for a time.
@Suite struct WebSessionTimeTests {
    private static let day: TimeInterval = 86_400
    private static let today = Date(timeIntervalSince1970: 1_800_000_000)
    /// The time of a clock without a battery, and one in 2099.
    private static let wrongTimes = [Date(timeIntervalSince1970: 60), Date(timeIntervalSince1970: 4_080_000_000)]

    private let folder = PhotoFolder()
    private let now = Box(Self.today)
    private let page: String
    private let maria: Invitation

    init() throws {
        page = try folder.addPage()
        maria = try folder.invite("maria")
    }

    /// Starts a server at a time, and lends its client to the closure. All servers have the same cookies.
    private func serve<Value: Sendable>(
        at date: Date = Self.today, _ body: @escaping @Sendable (RawClient) async throws -> Value
    ) async throws -> Value {
        var configuration = try folder.configuration(publicURL: "https://photos.example.com")
        configuration.now = { [now] in now.value }
        now.set(date)
        return try await RunningServer.with(configuration) { server in
            try await RawClient.with(port: server.port, owner: nil, body)
        }
    }

    private func sessionCount() throws -> Int { try folder.friends.open().read { try $0.sessions() }.count }

    @Test func `Web: a visit to any page keeps a browser signed in, and renews its cookie once a day`() async throws {
        try await serve { [maria, now, page] client in
            let cookie = try await client.signIn(maria)
            for (days, path) in [(0.9, page), (300, page), (600, "/activity"), (900, "/select"), (1_200, "/")] {
                now.set(Self.today + days * Self.day)
                let answer = try await client.answer(path, fields: [cookie, "Accept: text/html"])
                #expect(answer.status == 200, "\(path)")
                #expect(answer.cookieField == (days < 1 ? nil : cookie), "\(path)")
            }
        }
    }

    @Test("Web: whoever was signed in before a start with a wrong clock still is after it", arguments: wrongTimes)
    func startWithWrongClock(wrong: Date) async throws {
        let cookie = try await serve { [maria] in try await $0.signIn(maria) }
        try await serve(at: wrong) { _ in }
        try await serve(at: Self.today + Self.day) { client in
            let answer = try await client.answer("/", fields: [cookie, "Accept: text/html"])
            #expect(answer.status == 200)
            #expect(answer.cookieField == cookie)
        }
    }

    @Test(
        "Web: a visit while the clock of a running server is wrong costs no browser its session",
        arguments: wrongTimes)
    func visitWithWrongClock(wrong: Date) async throws {
        try await serve { [maria, now, page] client in
            let cookie = try await client.signIn(maria)
            now.set(wrong)
            for path in ["/", page, "/activity"] {
                let answer = try await client.answer(path, fields: [cookie, "Accept: text/html"])
                #expect(answer.status == (wrong < Self.today ? 200 : 401))
                #expect(!answer.cookies.contains { $0.contains("Max-Age=0") })
                #expect(answer.fields["clear-site-data"] == nil)
            }
            now.set(Self.today + Self.day)
            #expect(try await client.answer("/", fields: [cookie, "Accept: text/html"]).status == 200)
        }
    }

    @Test("Web: a browser that signs in by a wrong clock stays signed in", arguments: wrongTimes)
    func signInWithWrongClock(wrong: Date) async throws {
        try await serve(at: wrong) { [maria, now] client in
            let cookie = try await client.signIn(maria)
            now.set(Self.today)
            #expect(try await client.answer("/", fields: [cookie, "Accept: text/html"]).status == 200)
        }
    }

    @Test("Web: a session begun by a wrong clock ends, too, if it isn't used for 400 days", arguments: wrongTimes)
    func unusedAfterWrongClock(wrong: Date) async throws {
        let cookie = try await serve(at: wrong) { [maria] in try await $0.signIn(maria) }
        for days in [0.0, 2] { try await serve(at: Self.today + days * Self.day) { _ in } }
        try await serve(at: Self.today + 403 * Self.day) { (client: RawClient) async throws in
            #expect(try await client.answer("/", fields: [cookie]).status == 401)
        }
    }

    @Test func `Web: once the clock is set right, another's visit lets a session begun before expire`() async throws {
        try await serve(at: Self.wrongTimes[0]) { [maria, now] client in
            let (unused, used) = (try await client.signIn(maria), try await client.signIn(maria))
            for days in [0.0, 300, 402] {
                now.set(Self.today + days * Self.day)
                #expect(try await client.answer("/", fields: [used, "Accept: text/html"]).status == 200)
            }
            #expect(try await client.answer("/", fields: [unused]).status == 401)
        }
    }

    @Test func `Web: visits to a server started years behind cost no browser its session`() async throws {
        let late = Self.today + 1_000 * Self.day
        let cookies = try await serve(at: late) { [maria] client in
            [try await client.signIn(maria), try await client.signIn(maria)]
        }
        try await serve { [maria] client in
            _ = try await client.signIn(maria)
            for cookie in cookies {
                #expect(try await client.answer("/", fields: [cookie, "Accept: text/html"]).status == 200)
            }
        }
        try await serve(at: late + Self.day) { (client: RawClient) async throws in
            for cookie in cookies { #expect(try await client.answer("/", fields: [cookie]).status == 200) }
        }
    }

    @Test func `Web: a browser whose session has expired is listed neither on Your Page nor among people`() async throws
    {
        let admin = try folder.invite("zoe", may: .admin)
        try await serve { [maria, now] client in
            let first = try await client.signIn(maria)
            now.set(Self.today + 300 * Self.day)
            let second = try await client.signIn(maria)
            for (days, count) in [(300.0, 2), (500, 1)] {
                now.set(Self.today + days * Self.day)
                let pages = [
                    try await client.page("/you", fields: [second]), try await client.page("/people", as: admin),
                ]
                for page in pages { #expect(page.matches(of: #/name="device"/#).count == count) }
            }
            now.set(Self.today)
            #expect(try await client.answer("/", fields: [first]).status == 200)
        }
    }

    @Test func `Web: a session that has expired by a wrong clock can be ended and replaced`() async throws {
        try await serve { [maria, now] client in
            let first = try await client.signIn(maria)
            now.set(Self.wrongTimes[1])
            let joined = try await client.post("/join", "link=\(maria.secret)", fields: [first])
            let second = try #require(joined.cookieField)
            #expect(second != first)
            now.set(Self.today)
            #expect(try await client.answer("/", fields: [first]).status == 401)
            #expect(try await client.answer("/", fields: [second]).status == 200)
            #expect(try sessionCount() == 1)

            let third = try await client.signIn(maria)
            #expect(try sessionCount() == 2)
            now.set(Self.wrongTimes[1])
            #expect(try await client.post("/sign-out", "", fields: [third]).status == 303)
            #expect(try sessionCount() == 1)
        }
    }

    @Test func `Web: the cookie of a session that has ended is deleted, whatever the clock shows`() async throws {
        try await serve { [maria, now] client in
            let cookie = try await client.signIn(maria)
            #expect(try await client.post("/sign-out", "", fields: [cookie]).status == 303)
            for date in [Self.today] + Self.wrongTimes {
                now.set(date)
                let answer = try await client.answer("/", fields: [cookie, "Accept: text/html"])
                #expect(answer.status == 401)
                #expect(answer.cookies.contains { $0.contains("=; ") && $0.contains("Max-Age=0") })
                #expect(answer.fields["clear-site-data"] == #""cache""#)
            }
        }
    }
}
