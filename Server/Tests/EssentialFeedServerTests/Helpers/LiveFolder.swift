import Foundation
import Logging
import NIOPosix
import TestSupport

@testable import EssentialFeedServer

/// A folder that an import follows while a test runs.
final class LiveFolder: Sendable {
    let catalog: any PhotoCatalog
    let photos: PhotoImport
    private let log: RecordingLog
    private let events: AsyncStream<PhotoImport.Event>
    private let continuation: AsyncStream<PhotoImport.Event>.Continuation
    let lines: Box<[String]>

    private init(_ configuration: PhotoServerConfiguration) throws {
        let lines = Box<[String]>([])
        self.lines = lines
        log = RecordingLog { lines.append(String($0.drop { $0 != ":" }.dropFirst(2))) }
        let source = try PhotoSource(configuration, threads: .singleton, logger: log.logger)
        (catalog, photos) = (source.catalog, source.photos)
        (events, continuation) = AsyncStream.makeStream()
    }

    static func with<Value: Sendable>(
        _ configuration: PhotoServerConfiguration, _ body: @escaping @Sendable (LiveFolder) async throws -> Value
    ) async throws -> Value {
        try await FollowedFolders.shared.one { try await follow(configuration, body) }
    }

    private static func follow<Value: Sendable>(
        _ configuration: PhotoServerConfiguration, _ body: @escaping @Sendable (LiveFolder) async throws -> Value
    ) async throws -> Value {
        let live = try LiveFolder(configuration)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await live.photos.run { live.continuation.yield($0) }
                return nil
            }
            group.addTask { try await body(live) }
            defer { group.cancelAll() }
            while let value = try await group.next() {
                if let value {
                    group.cancelAll()
                    while let _ = try await group.next() {}
                    return value
                }
            }
            throw CancellationError()
        }
    }

    /// Waits until the condition holds after an import of changes.
    func until(_ condition: @escaping @Sendable (any PhotoCatalog) throws -> Bool) async throws {
        let (catalog, events) = (catalog, events)
        try await withDeadline {
            if try condition(catalog) { return }
            for await _ in events where try condition(catalog) { return }
            throw CancellationError()
        }
    }

    /// Waits until everything has been read.
    /// - Returns: The number of files that were read.
    func untilComplete() async throws -> Int {
        let events = events
        return try await withDeadline {
            for await event in events {
                if case .upToDate(let filesRead) = event { return filesRead }
            }
            throw CancellationError()
        }
    }

    /// Waits until the log has a line that contains the text.
    func untilLogged(_ text: String, _ level: Logger.Level = .notice) async throws {
        let (log, lines) = (log, lines)
        try await withDeadline {
            while !lines.value.contains(where: { $0.contains(text) }) { _ = try await log.next(level) }
        }
    }
}

extension PublishedPhotos {
    /// Returns all photos with their files, newest first.
    func all() throws -> [Photo] {
        var photos: [Photo] = []
        while let page = try page(after: photos.last?.id, limit: 100), !page.isEmpty {
            photos += try page.compactMap { try photo($0.id) }
        }
        return photos
    }
}
