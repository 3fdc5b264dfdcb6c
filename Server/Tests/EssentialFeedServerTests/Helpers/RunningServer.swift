import Foundation
import Logging
import ServiceLifecycle
import TestSupport

@testable import EssentialFeedServer

/// A server that listens on a free port while a test runs.
struct RunningServer: Sendable {
    let url: URL
    /// The link that makes a browser the owner's, if no one is invited.
    let ownerLink: String?
    let log: RecordingLog
    private let group: ServiceGroup

    var port: Int { url.port ?? 0 }

    static func with<Value: Sendable>(
        _ configuration: PhotoServerConfiguration, log: RecordingLog = RecordingLog(),
        _ body: @escaping @Sendable (RunningServer) async throws -> Value
    ) async throws -> Value {
        try await FollowedFolders.shared.one { try await run(configuration, log: log, body) }
    }

    private static func run<Value: Sendable>(
        _ configuration: PhotoServerConfiguration, log: RecordingLog,
        _ body: @escaping @Sendable (RunningServer) async throws -> Value
    ) async throws -> Value {
        let (starts, continuation) = AsyncStream.makeStream(of: ServedFolder.self)
        let server = PhotoServer(configuration: configuration, logger: log.logger) { continuation.yield($0) }
        let group = server.group()
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { continuation.finish() }
                try await server.run(group)
            }
            let served = try await withDeadline {
                for await served in starts { return ServedFolder?.some(served) }
                return nil
            }
            guard let served else {
                try await tasks.waitForAll()
                throw DeadlineExceeded()
            }
            do {
                let running = RunningServer(url: served.address, ownerLink: served.ownerLink, log: log, group: group)
                let value = try await withDeadline(.seconds(900)) { try await body(running) }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                return value
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
        }
    }

    /// Sends a text on a separate connection, and returns everything up to the connection's end.
    func exchange(_ text: String, host: String = "127.0.0.1") async throws -> String {
        try await RawConnection.with(port: port, host: host) { connection in
            try await connection.send(text)
            return await connection.readToEnd()
        }
    }

    func shutDown() async {
        await group.triggerGracefulShutdown()
    }
}

extension PhotoFolder {
    /// Lends a client of a server over the folder to the closure.
    func serve(
        _ configuration: PhotoServerConfiguration? = nil, owner: TokenSecret? = .testOwner,
        _ body: @escaping @Sendable (RawClient) async throws -> Void
    ) async throws {
        try await serve(configuration, owner: owner) { client, _ in try await body(client) }
    }

    /// Lends a client of a server over the folder, and the server, to the closure.
    /// - Parameter owner: The secret of the owner's key; `nil` for a stranger.
    func serve(
        _ configuration: PhotoServerConfiguration? = nil, log: RecordingLog = RecordingLog(),
        owner: TokenSecret? = .testOwner, _ body: @escaping @Sendable (RawClient, RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.with(try configuration ?? self.configuration(), log: log) { server in
            try await RawClient.with(port: server.port, owner: owner) { try await body($0, server) }
        }
    }

    /// Lends a connection to a server over the folder, and the server, to the closure.
    func connect(
        _ configuration: PhotoServerConfiguration? = nil, receiveBuffer: Int? = nil,
        _ body: @escaping @Sendable (RawConnection, RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.with(try configuration ?? self.configuration()) { server in
            try await RawConnection.with(port: server.port, receiveBuffer: receiveBuffer) { try await body($0, server) }
        }
    }
}
