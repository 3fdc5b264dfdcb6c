import Foundation
import NIOCore
import NIOPosix
import SystemPackage

extension PhotoService {
    /// Takes the steps of ``run()`` up to the first request, continues after an error, and changes nothing on the disk.
    /// - Returns: The problems, in the order of the steps; what the server would serve if there are none.
    /// - Throws: `CancellationError`.
    func check() async throws -> (problems: [any Error], served: ServedFolder?) {
        let copy = FileManager.default.temporaryDirectory.appending(
            path: "essential-feed-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { FilePath(copy.path(percentEncoded: false)).removeTree() }
        var problems: [any Error] = []
        @discardableResult
        func attempt<Value>(_ step: () async throws -> Value) async -> Value? {
            do {
                return try await step()
            } catch {
                problems.append(Self.startError(error, configuration) ?? error)
                return nil
            }
        }
        var reading = self
        reading.configuration.indexCopy = copy
        await attempt { try await tokens() }
        await attempt { try await certificate() }
        let source = await attempt { [reading] in try await reading.openSource() }
        let channel = await attempt { try await listen(configuration.host, configuration.port) }
        let boundPort = channel?.localAddress?.port ?? configuration.port
        if let port = configuration.metricsPort {
            let channel = await attempt {
                do {
                    return try await listen(MetricsService.host, port)
                } catch {
                    throw MetricsService.startError(error, port) ?? error
                }
            }
            try await channel?.close()
        }
        try await channel?.close()
        try Task.checkCancellation()
        guard problems.isEmpty, let source else { return (problems, nil) }
        try await source.readOnce()
        try Task.checkCancellation()
        let bound = try configuration.boundAddress(port: boundPort)
        return ([], try served(source, at: bound))
    }

    /// Listens at an address without answering.
    private func listen(_ host: String, _ port: Int) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: host, port: port).get()
    }
}
