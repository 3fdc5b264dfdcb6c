import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The promise of the owner's commands: they affect a running server within a second.
@Suite struct ModerationTimeTests {
    private static let limit = Duration.seconds(1)

    private let folder = PhotoFolder()
    private let picture = Pictures.animation(salt: 1)

    init() throws {
        try folder.write(picture, to: "a.png")
        _ = try folder.invite("zoe", may: .admin)
    }

    /// What a person has when they are removed.
    enum Access: CaseIterable, Sendable { case token, session, download }

    /// Returns how long a request was still answered after a command had ended. Each request has its own connection,
    /// because those of revoked people are cut.
    private func time(
        until status: Int, of path: String, with field: String, on server: RunningServer,
        after command: () throws -> Void
    ) async throws -> Duration {
        try command()
        let start = ContinuousClock.now
        while true {
            do {
                let answer = try await RawClient.with(port: server.port) { try await $0.answer(path, fields: [field]) }
                if answer.status == status { return start.duration(to: .now) }
            } catch is IOError {
                // The server was answering the request when it learned of the revocation.
            }
        }
    }

    /// Returns how long a download went on after a command had ended.
    private func time(
        untilCut path: String, with field: String, on server: RunningServer,
        after command: @escaping @Sendable () throws -> Void
    ) async throws -> Duration {
        try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
            var iterator = connection.inbound.makeAsyncIterator()
            try await connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n")
            _ = try #require(try await iterator.next())
            try command()
            let start = ContinuousClock.now
            // The test reads nothing more, so only a reset ends its connection.
            try await connection.channel.closeFuture.get()
            return start.duration(to: .now)
        }
    }

    /// A busy machine may hold up one of five.
    private func expectInTime(_ times: [Duration]) {
        #expect(times.count { $0 < Self.limit } >= 4 && times.count == 5, "\(times)")
    }

    @Test(arguments: Access.allCases)
    func `A revoked person is refused, their download cut, within a second of a command`(access: Access) async throws {
        let folder = folder
        let large = try access == .download ? folder.add(Pictures.large(40_000_000), as: "b.gif") : UUID()
        try await RunningServer.with(try folder.configuration()) { server in
            var times: [Duration] = []
            for number in 0..<5 {
                let person = try folder.invite("maria \(number)")
                let token = "Authorization: Bearer \(person.secret)"
                try await waitUntil {
                    try await RawClient.with(port: server.port) { try await $0.answer("/feed", as: person).status }
                        == 200
                }
                let remove = { @Sendable in
                    try StateModeration(of: folder.tokens.folder, now: { Date() })
                        .remove("maria \(number)", deletingContent: false)
                }
                switch access {
                case .token:
                    times.append(try await time(until: 401, of: "/feed", with: token, on: server, after: remove))
                case .session:
                    let cookie = try await RawClient.with(port: server.port) { try await $0.signIn(person) }
                    times.append(try await time(until: 401, of: "/feed", with: cookie, on: server, after: remove))
                case .download:
                    let path = "/image/\(large)"
                    times.append(try await time(untilCut: path, with: token, on: server, after: remove))
                }
            }
            expectInTime(times)
        }
    }

    @Test func `A photo that a command hides or shows is gone or back within a second of its end`() async throws {
        let (folder, id) = (folder, contentID(picture))
        let field = "Authorization: Bearer \(try folder.invite("bob").secret)"
        try await RunningServer.with(try folder.configuration()) { server in
            let moderation = StateModeration(of: folder.tokens.folder, now: { Date() })
            var times: [Duration] = []
            for isHidden in [true, false, true, false, true] {
                times.append(
                    try await time(until: isHidden ? 404 : 200, of: "/image/\(id)", with: field, on: server) {
                        try moderation.set(isHidden: isHidden, id)
                    })
            }
            expectInTime(times)
        }
    }
}
