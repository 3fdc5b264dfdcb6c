import Foundation
import Logging
import NIOPosix
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct DeletedPhotoCleanupTests {
    private static let images: [ServedSize: Data] = [.small: Data([1]), .medium: Data([2]), .large: Data([3])]
    private let folder = PhotoFolder()

    @Test func `The images of photos deleted an hour ago are removed, also without a decoder`() async throws {
        let configuration = try folder.configuration()
        #expect(configuration.decoder == nil)
        let state = try #require(configuration.stateFolder)
        let root = try #require(FilePath(folder.path).resolved())
        // More than are removed together.
        let photos = (0...DeletedPhotoCleanup.removedTogether).map { ImaginaryPhoto(number: $0) }
        let file = CatalogFile(in: state, root: root)
        let settings = CatalogSettings.knowingKey { Date(timeIntervalSinceNow: -3_601) }
        func withCatalog<Value>(_ work: (any PhotoCatalog) throws -> Value) throws -> Value {
            try work(file.open(root: root, settings: settings))
        }
        try withCatalog { try $0.add(photos) }
        let sizes = SizeCache(in: state, now: { Date() })
        for photo in photos { #expect(sizes.insert(Self.images, of: photo.id, isAwaited: false).error == nil) }
        try withCatalog { try $0.forget(photos.map(\.path)) }

        let source = try PhotoSource(configuration, threads: .singleton, logger: RecordingLog().logger)
        try await withThrowingTaskGroup { group in
            let removed = Signal()
            let folders = Set(photos.map { state.appending(path: "sizes/\($0.id.uuidString.prefix(2))") })
            let watch = try SmallFolderWatch(folders) { removed.send() }
            group.addTask { try await source.run {} }
            try await withDeadline {
                while try Self.countFiles(in: state) > 0 { await removed.wait() }
            }
            withExtendedLifetime(watch) {}
            group.cancelAll()
            do {
                try await group.waitForAll()
            } catch is CancellationError {}
        }
    }

    @Test func `A photo that was deleted within the hour keeps its images`() async throws {
        let now = Box(Date())
        let catalog = try CatalogKind.onDisk.make(folder.state, now: { now.value })
        let photos = (0..<2).map { ImaginaryPhoto(number: $0) }
        try catalog.add(photos)
        let sizes = SizeCache(in: folder.state.url, now: { now.value })
        for photo in photos { #expect(sizes.insert(Self.images, of: photo.id, isAwaited: false).error == nil) }
        try catalog.forget([photos[0].path])
        now.set(now.value + 3_600)
        try catalog.forget([photos[1].path])
        let removed = Signal()
        let state = folder.state.url
        let watch = try SmallFolderWatch(
            [state.appending(path: "sizes/\(photos[0].id.uuidString.prefix(2))")]
        ) { removed.send() }
        let gone = DeletedPhotoCleanup(
            catalog: catalog, sizes: sizes, threads: .singleton, logger: RecordingLog().logger)
        try await withThrowingTaskGroup { group in
            group.addTask { await gone.run(every: .seconds(60)) }
            try await withDeadline {
                while try Self.countFiles(in: state) > Self.images.count { await removed.wait() }
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        withExtendedLifetime(watch) {}
        let kept = SizeCache(in: state, now: { now.value })
        #expect(Self.images.keys.allSatisfy { kept.image(SizeKey(photo: photos[1].id, size: $0)) != nil })
    }

    @Test
    func
        `Photos whose images can't be removed lose only their texts before that, delay no others, and the log says so`()
        async throws
    {
        let now = Box(Date())
        let catalog = try CatalogKind.onDisk.make(folder.state, now: { now.value })
        // As many as are removed together.
        let photos = (0..<DeletedPhotoCleanup.removedTogether).map { ImaginaryPhoto(number: $0) }
        let later = ImaginaryPhoto(number: photos.count)
        try catalog.add(photos + [later])
        let (state, log) = (folder.state.url, RecordingLog())
        let sizes = SizeCache(in: state, now: { now.value })
        for photo in photos { #expect(sizes.insert([.small: Data([1])], of: photo.id, isAwaited: false).error == nil) }
        try catalog.forget(photos.map(\.path))
        now.set(now.value + 1)
        try catalog.forget([later.path])
        now.set(now.value + 3_601)
        #expect(try Self.has("caption 0", in: state))
        let cleanup = DeletedPhotoCleanup(catalog: catalog, sizes: sizes, threads: .singleton, logger: log.logger)
        /// Cleans up until something has happened.
        @Sendable func run(until event: @escaping @Sendable () async throws -> Void) async throws {
            try await withThrowingTaskGroup { group in
                group.addTask { await cleanup.run(every: .milliseconds(10)) }
                try await event()
                group.cancelAll()
                try await group.waitForAll()
            }
        }
        try await withReadOnlyFolder(state.appending(path: "sizes")) { () async throws in
            try await run {
                let line = try await log.next(.error)
                #expect(line.contains("the images of \(DeletedPhotoCleanup.removedTogether) can’t be removed"))
            }
            #expect(try Set(catalog.photosToEmpty(limit: 1_000)) == Set(photos.map(\.id)))
            #expect(try !Self.has("caption 0", in: state))
        }
        try await run {
            try await waitUntil { try catalog.photosToEmpty(limit: 10).isEmpty }
        }
        #expect(try Self.countFiles(in: state) == 0)
    }

    private static func has(_ text: String, in folder: URL) throws -> Bool {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).contains { name in
            FileManager.default.contents(atPath: "\(folder.path)/\(name)")?.firstRange(of: Data(text.utf8)) != nil
        }
    }

    private static func countFiles(in state: URL) throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: state.appending(path: "sizes").path)
            .filter { $0.hasSuffix(".jpg") }.count
    }
}
