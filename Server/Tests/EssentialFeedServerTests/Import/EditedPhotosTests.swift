import EssentialFeed
import Foundation
import GRDB
import Logging
import NIOPosix
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Photos whose files are edited with people's programs.
@Suite struct EditedPhotosTests {
    private let folder = PhotoFolder()

    /// A photo that `Scripts/edit-photos.py` has drawn or edited.
    private struct Edit: Decodable, Sendable {
        let name: String
        let before: String
        let after: String
        let isSame: Bool
    }

    private static func edits(_ task: String, in folder: String) async throws -> [Edit] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../Scripts/edit-photos.py"
        ).standardized.path(percentEncoded: false)
        let result = try await TestProgram.run(["/usr/bin/python3", script, task, folder])
        guard result.status == 0 else { throw TestProgram.Failure(call: [script, task], result: result) }
        return try JSONDecoder().decode([Edit].self, from: result.output)
    }

    /// A running source of photos, which also makes their sizes.
    private struct Source: Sendable {
        let source: PhotoSource
        let log: RecordingLog
        let lines: Box<[String]>
        private let events: AsyncStream<Void>

        static func with<Value: Sendable>(
            _ configuration: PhotoServerConfiguration, _ body: @escaping @Sendable (Source) async throws -> Value
        ) async throws -> Value {
            try await FollowedFolders.shared.one {
                let lines = Box<[String]>([])
                let log = RecordingLog { lines.append($0) }
                let source = try PhotoSource(configuration, threads: .singleton, logger: log.logger)
                let (events, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                let following = Source(source: source, log: log, lines: lines, events: events)
                return try await withThrowingTaskGroup(of: Value?.self) { group in
                    group.addTask {
                        try await source.run { _ in
                            continuation.yield()
                        } onFirstPart: {
                        }
                        return nil
                    }
                    // Sizes are made without an event.
                    group.addTask {
                        while !Task.isCancelled {
                            continuation.yield()
                            try await Task.sleep(for: .milliseconds(50))
                        }
                        return nil
                    }
                    group.addTask { try await body(following) }
                    defer { group.cancelAll() }
                    while let value = try await group.next() {
                        if let value {
                            group.cancelAll()
                            while let _ = await group.nextResult() {}
                            return value
                        }
                    }
                    throw CancellationError()
                }
            }
        }

        func until(_ condition: @escaping @Sendable (any PhotoCatalog) throws -> Bool) async throws {
            let (catalog, events) = (source.catalog, events)
            // Some hundred pictures are drawn and made smaller.
            try await withDeadline(.seconds(900)) {
                for await _ in events where try condition(catalog) { return }
                throw CancellationError()
            }
        }

        /// Waits until all is read, and the look of each photo is known.
        func untilLooked(_ count: Int) async throws {
            try await until { catalog in
                let looked = try (catalog as? SQLiteCatalog)?.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM photo WHERE file IS NOT NULL AND look IS NOT NULL")
                }
                return try looked == count && catalog.filesToReadCount() == 0
            }
        }

        /// Waits until the files as they are now have been read.
        func untilRead(_ paths: [String]) async throws {
            try await until { catalog in
                guard try catalog.filesToReadCount() == 0 else { return false }
                let photos = try catalog.all()
                let stamps = Dictionary(photos.map { ($0.path.text ?? "", $0.stamp) }) { $1 }
                return photos.count == paths.count
                    && paths.allSatisfy { path in
                        stamps[path] == FileStamp(atEndOfLinks: catalog.root.appending(path))
                    }
            }
        }

        func ids() throws -> [String: UUID] {
            Dictionary(try source.catalog.all().map { ($0.path.text ?? "", $0.id) }) { $1 }
        }

        /// Whether ``mark(_:)`` hides the photo: about half of them.
        static func hides(_ photo: UUID) -> Bool { photo.uuid.0.isMultiple(of: 2) }

        /// Writes a comment on each photo, and hides some.
        func mark(_ photos: [UUID]) throws {
            let (friends, maria) = (try #require(source.friends), Person(id: "maria", name: "maria"))
            try friends.write { rows in
                for photo in photos {
                    try rows.insert(
                        FriendComment(id: UUID(), photo: photo, author: maria, message: "hello", writtenAt: Date()))
                    if Self.hides(photo) { try rows.set(PhotoState(isHidden: true), of: photo) }
                }
            }
        }

        func seen(_ photo: UUID) throws -> (comments: Int, isHidden: Bool) {
            try #require(source.friends).read { rows in
                (try rows.comments(on: photo).count, try rows.state(of: photo).isHidden)
            }
        }
    }

    @Test(
        "Server: a photo that a program has edited keeps its id and its place, and another photo doesn't get them",
        arguments: [false, true])
    func recordKeepsEditedPhotos(isStopped: Bool) async throws {
        let folder = folder
        let drawn = try await Self.edits("draw", in: folder.path)
        var configuration = try folder.drawingConfiguration()
        configuration.rescanInterval = .seconds(1)
        let (before, places) = try await Source.with(configuration) { source in
            try await source.untilLooked(drawn.count)
            let before = try source.ids()
            try source.mark(Array(before.values))
            guard !isStopped else { return (before, try source.source.catalog.ids()) }
            let places = try source.source.catalog.ids()
            let edited = try await Self.edits("edit", in: folder.path)
            try await source.untilRead(edited.map(\.after))
            try Self.check(edited, before, places, in: source)
            return (before, places)
        }
        guard isStopped else { return }
        let edited = try await Self.edits("edit", in: folder.path)
        try await Source.with(configuration) { source in
            try await source.untilRead(edited.map(\.after))
            try Self.check(edited, before, places, in: source)
        }
    }

    @Test("Server: captions that exiftool writes into 500 photos arrive, and all keep their ids and places")
    func recordKeepsBatch() async throws {
        let path = folder.path
        let drawn = try await Self.edits("draw-batch", in: path)
        #expect(drawn.count == 500)
        var configuration = try folder.drawingConfiguration()
        configuration.rescanInterval = .seconds(1)
        try await Source.with(configuration) { source in
            try await source.untilLooked(drawn.count)
            let (ids, places) = (try source.ids(), try source.source.catalog.ids())
            // The second run leaves each file as it was before beside the new one.
            for (options, caption) in [(["-overwrite_original"], "a caption"), ([], "another caption")] {
                try await TestProgram.succeed(["exiftool", "-q", "-Caption-Abstract=\(caption)"] + options + [path])
                try await source.until { catalog in
                    let photos = try catalog.all()
                    return photos.count == drawn.count && photos.allSatisfy { $0.description == caption }
                }
                #expect(try source.ids() == ids)
                #expect(try source.source.catalog.ids() == places)
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count { $0.hasSuffix("_original") } == 500)
    }

    private static func check(
        _ edits: [Edit], _ before: [String: UUID], _ places: [UUID]?, in source: Source
    ) throws {
        let (after, placesAfter) = (try source.ids(), try source.source.catalog.ids())
        for edit in edits {
            let (old, new) = (try #require(before[edit.before]), try #require(after[edit.after]))
            #expect((old == new) == edit.isSame, "\(edit.name): \(edit.before)")
            let (comments, isHidden) = try source.seen(new)
            #expect(comments == (edit.isSame ? 1 : 0), "\(edit.name): \(edit.before)")
            if edit.isSame { #expect(isHidden == Source.hides(old), "\(edit.name): \(edit.before)") }
            // What takes a hidden photo's place is hidden.
            if edit.before == edit.after, Source.hides(old) { #expect(isHidden, "\(edit.name): \(edit.before)") }
        }
        let kept = Set(edits.filter(\.isSame).compactMap { before[$0.before] })
        #expect(placesAfter?.filter(kept.contains) == places?.filter(kept.contains))
        #expect(edits.count { $0.isSame } >= 40)
        #expect(edits.count { !$0.isSame } >= 20)
    }
}
