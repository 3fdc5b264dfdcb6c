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

    /// Returns how long a request was still answered after a command had ended. Each request has its own connection,
    /// because those of revoked people are cut.
    private func time(
        until status: Int, of path: String, as person: Invitation, on server: RunningServer,
        after command: () throws -> Void
    ) async throws -> Duration {
        try command()
        let start = ContinuousClock.now
        while true {
            do {
                let answer = try await RawClient.with(port: server.port) { try await $0.answer(path, as: person) }
                if answer.status == status { return start.duration(to: .now) }
            } catch is IOError {
                // The server was answering the request when it learned of the revocation.
            }
        }
    }

    /// The third of five: a busy machine may hold up one of them.
    private func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

    @Test func `A revoked person is refused within a second of the command's end`() async throws {
        let folder = folder
        try await RunningServer.with(try folder.configuration()) { server in
            var times: [Duration] = []
            for number in 0..<5 {
                let person = try folder.invite("maria \(number)")
                while try await RawClient.with(port: server.port, { try await $0.answer("/feed", as: person).status })
                    != 200
                {}
                times.append(
                    try await time(until: 401, of: "/feed", as: person, on: server) {
                        try StateModeration(of: folder.tokens.folder, now: { Date() })
                            .remove("maria \(number)", deletingContent: false)
                    })
            }
            #expect(median(times) < Self.limit, "\(times)")
        }
    }

    @Test func `A photo that a command hides or shows is gone or back within a second of the command's end`()
        async throws
    {
        let (folder, id) = (folder, contentID(picture))
        let bob = try folder.invite("bob")
        try await RunningServer.with(try folder.configuration()) { server in
            let moderation = StateModeration(of: folder.tokens.folder, now: { Date() })
            var times: [Duration] = []
            for isHidden in [true, false, true, false, true] {
                times.append(
                    try await time(until: isHidden ? 404 : 200, of: "/image/\(id)", as: bob, on: server) {
                        try moderation.set(isHidden: isHidden, id)
                    })
            }
            #expect(median(times) < Self.limit, "\(times)")
        }
    }
}
