import EssentialFeed
import Foundation
import ImageFormats
import Logging
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The sizes of photos, made by an encoder that the test answers for.
@Suite struct SizeMakerTests {
    private let folder = PhotoFolder()

    /// Holds each call until the test answers it.
    private struct HeldEncoder: SizeEncoder {
        let maximumFileSize: Int64
        let maximumPhotos: Int
        let calls = HeldCalls<EncodedPhoto>()
        let photos = Box<[UUID]>([])
        let edges = Box<[[Int]]>([])

        func images(of photo: Data, longEdges: [Int]) async throws -> EncodedPhoto {
            photos.append(contentID(photo))
            edges.append(longEdges)
            return try await calls.call()
        }
    }

    private struct Workshop: Sendable {
        let maker: SizeMaker
        let encoder: HeldEncoder
        let sizes: SizeCache
        let catalog: any PhotoCatalog
        let log: RecordingLog
    }

    /// Starts a maker for large photos, in the order of the feed.
    /// - Parameter isAhead: Whether images can be saved, and so are made before they are requested.
    private func withMaker(
        count: Int, isAhead: Bool = false, maximumFileSize: Int64 = 1 << 20, maximumPhotos: Int = 1,
        _ body: @escaping @Sendable (Workshop, [UUID]) async throws -> Void,
        afterwards: @escaping @Sendable (Workshop, [UUID]) async throws -> Void = { _, _ in }
    ) async throws {
        var ids: [UUID] = []
        for index in 0..<count {
            let data = Pictures.sized(2_000 + index, 1_200)
            try folder.write(data, to: "\(index).png", seconds: Double(-index))
            ids.append(contentID(data))
        }
        let (photos, state) = (ids, folder.state.url)
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            let log = RecordingLog()
            let sizes = SizeCache(in: isAhead ? state : nil, now: { Date() })
            let encoder = HeldEncoder(maximumFileSize: maximumFileSize, maximumPhotos: maximumPhotos)
            let workshop = Workshop(
                maker: SizeMaker(
                    photos: SizeSources(catalog: live.catalog), encoder: encoder, sizes: sizes, threads: .singleton,
                    logger: log.logger),
                encoder: encoder, sizes: sizes, catalog: live.catalog, log: log)
            try await withThrowingTaskGroup { group in
                group.addTask { await workshop.maker.run() }
                try await withDeadline { try await body(workshop, photos) }
                group.cancelAll()
                try await group.waitForAll()
            }
            try await afterwards(workshop, photos)
        }
    }

    private static func images(_ text: String) -> EncodedPhoto {
        EncodedPhoto(images: (0..<3).map { Data("\(text) \($0)".utf8) }, placeholder: Array("hash".utf8))
    }

    private static func problem(_ work: () async throws -> Void) async throws -> Problem? {
        do {
            try await work()
            return nil
        } catch let problem as Problem {
            return problem
        }
    }

    @Test func `However many ask for a photo, its sizes are made once, all together`() async throws {
        try await withMaker(count: 1) { workshop, photos in
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try await workshop.maker.make(photos[0]) } }
                try await workshop.encoder.calls.arrival(0)
                workshop.encoder.calls.answerAll(with: Self.images("a"))
                try await group.waitForAll()
            }
            #expect(Set(workshop.encoder.photos.value) == Set(photos))
            #expect(workshop.encoder.edges.value.allSatisfy { $0 == [480, 1_080, 2_048] })
            for (index, size) in [ServedSize.small, .medium, .large].enumerated() {
                let image = workshop.sizes.image(SizeKey(photo: photos[0], size: size))
                #expect(image?.bytes == ByteBuffer(string: "a \(index)"))
            }
        }
    }

    @Test func `Ahead of need the sizes of all photos are made, the newest first, and recorded`() async throws {
        try await withMaker(count: 4, isAhead: true) { workshop, photos in
            for index in 0..<4 {
                try await workshop.encoder.calls.arrival(index)
                workshop.encoder.calls.answer(index, with: .success(Self.images("\(index)")))
            }
        } afterwards: { workshop, photos in
            #expect(workshop.encoder.photos.value == photos)
            let rest = try workshop.catalog.photosToSize(limit: 9)
            #expect(rest.isEmpty)
            let page = try #require(try workshop.catalog.page(after: nil, limit: 9))
            #expect(page.map(\.placeholder) == Array(repeating: Data("hash".utf8), count: 4))
        }
    }

    @Test func `As many photos as the encoder takes are made at a time, and no photo twice`() async throws {
        try await withMaker(count: 4, isAhead: true, maximumPhotos: 2) { workshop, photos in
            try await workshop.encoder.calls.arrival(1)
            #expect(Set(workshop.encoder.photos.value) == Set(photos.prefix(2)))
            for (answered, next) in [(1, 2), (2, 3)] {
                workshop.encoder.calls.answer(answered, with: .success(Self.images("\(answered)")))
                try await workshop.encoder.calls.arrival(next)
            }
            for index in [0, 3] { workshop.encoder.calls.answer(index, with: .success(Self.images("\(index)"))) }
        } afterwards: { workshop, photos in
            #expect(workshop.encoder.photos.value.count == photos.count)
            #expect(Set(workshop.encoder.photos.value) == Set(photos))
            let rest = try workshop.catalog.photosToSize(limit: 9)
            #expect(rest.isEmpty)
        }
    }

    @Test func `If the images have been thrown away, they are made again`() async throws {
        try await withMaker(count: 1, isAhead: true) { workshop, _ in
            try await workshop.encoder.calls.arrival(0)
            workshop.encoder.calls.answer(0, with: .success(Self.images("a")))
        } afterwards: { workshop, _ in
            let rest = try workshop.catalog.photosToSize(limit: 9)
            #expect(rest.isEmpty)
        }
        try FileManager.default.removeItem(at: folder.state.url.appending(path: "sizes"))
        try await withMaker(count: 1, isAhead: true) { workshop, _ in
            try await workshop.encoder.calls.arrival(0)
        }
    }

    @Test func `A photo that can't be decoded is a 404, is tried once, is logged, and leaves the feed`() async throws {
        try await withMaker(count: 1) { workshop, photos in
            async let first = Self.problem { try await workshop.maker.make(photos[0]) }
            try await workshop.encoder.calls.arrival(0)
            workshop.encoder.calls.answer(
                0, with: .failure(SizeEncoderError.undecodable(PictureError.undecodable("no picture"))))
            #expect(try await first == .noSuchImage)
            #expect(try await Self.problem { try await workshop.maker.make(photos[0]) } == .noSuchImage)
            #expect(workshop.encoder.calls.count == 1)
            #expect(try await workshop.log.next(.notice).contains("left out 0.png, which can’t be decoded: "))
            #expect(try workshop.catalog.photoCount() == 0)
            #expect(try workshop.catalog.leftOut().lines.count == 1)
        }
    }

    @Test func `A photo that the encoder gives up is a 503, stays in the feed, and isn't tried at once`() async throws {
        try await withMaker(count: 1) { workshop, photos in
            async let first = Self.problem { try await workshop.maker.make(photos[0]) }
            try await workshop.encoder.calls.arrival(0)
            workshop.encoder.calls.answer(0, with: .failure(SizeEncoderError.gaveUp(PictureError.noMemory)))
            #expect(try await first == .busy)
            #expect(try await Self.problem { try await workshop.maker.make(photos[0]) } == .busy)
            #expect(workshop.encoder.calls.count == 1)
            #expect(try workshop.catalog.photoCount() == 1)
            #expect(try await workshop.log.next(.error).hasPrefix("can’t make smaller images of 0.png for now: "))
        }
    }

    @Test func `A photo that the encoder gives up doesn't keep the others from being made`() async throws {
        try await withMaker(count: 2, isAhead: true) { workshop, _ in
            let answers: [Result<EncodedPhoto, any Error>] = [
                .failure(SizeEncoderError.gaveUp(PictureError.noMemory)), .success(Self.images("a")),
            ]
            for (index, answer) in answers.enumerated() {
                try await workshop.encoder.calls.arrival(index)
                workshop.encoder.calls.answer(index, with: answer)
            }
        } afterwards: { workshop, photos in
            #expect(workshop.encoder.photos.value == photos)
            let rest = try workshop.catalog.photosToSize(limit: 9)
            #expect(rest.isEmpty)
            let mayBeSized = try photos.map(workshop.catalog.mayBeSized)
            #expect(mayBeSized == [false, true])
        }
    }

    @Test func `A photo whose file is too large to be read is a 404, and holds up no one else`() async throws {
        try await withMaker(count: 2, maximumFileSize: 10) { workshop, photos in
            for photo in photos {
                let problem = try await Self.problem { try await workshop.maker.make(photo) }
                #expect(problem == .noSuchImage)
            }
        } afterwards: { workshop, _ in
            #expect(workshop.encoder.calls.count == 0)
            let rest = try workshop.catalog.photosToSize(limit: 9)
            #expect(rest.isEmpty)
        }
    }

    @Test func `A request beyond those that may wait is refused in words of its own`() async throws {
        try await withMaker(count: 1) { workshop, photos in
            async let first = Self.problem { try await workshop.maker.make(photos[0]) }
            try await workshop.encoder.calls.arrival(0)
            try await withThrowingTaskGroup(of: Problem?.self) { group in
                for _ in 0..<65 {
                    group.addTask { try await Self.problem { try await workshop.maker.make(UUID()) } }
                }
                let refused = try #require(try await group.next())
                #expect(refused == Problem.queueFull)
                workshop.encoder.calls.answer(0, with: .success(Self.images("a")))
                for try await problem in group { #expect(problem == Problem.noSuchImage) }
            }
            #expect(try await first == nil)
        }
    }

    @Test func `If no images can be made for now, that is a 503, and the next request tries again`() async throws {
        try await withMaker(count: 1) { workshop, photos in
            async let first = Self.problem { try await workshop.maker.make(photos[0]) }
            try await workshop.encoder.calls.arrival(0)
            workshop.encoder.calls.answer(0, with: .failure(SizeEncoderError.unavailable(PictureError.noMemory)))
            #expect(try await first == .busy)
            async let second = Self.problem { try await workshop.maker.make(photos[0]) }
            try await workshop.encoder.calls.arrival(1)
            workshop.encoder.calls.answer(1, with: .success(Self.images("a")))
            #expect(try await second == nil)
        }
    }

    @Test func `Without a file, a full size that is too large to be kept is served to whoever waits`() async throws {
        try await withMaker(count: 1) { workshop, photos in
            let images = ServedImages(
                threads: .singleton, servesOriginals: true, sizes: workshop.sizes, maker: workshop.maker,
                condition: FolderStatus())
            let photo = try #require(try workshop.catalog.photo(photos[0]))
            async let served = images.image(.original, of: photo)
            try await workshop.encoder.calls.arrival(0)
            workshop.encoder.calls.answer(
                0, with: .success(EncodedPhoto(images: [Data(count: 20_000_000)], placeholder: [])))
            let image = try await served
            #expect(image.isInMemory && image.count == 20_000_000)
            #expect(workshop.encoder.calls.count == 1)
        }
    }

    @Test func `Whoever waits when the server ends is answered`() async throws {
        let waiting = Box<Task<Problem?, any Error>?>(nil)
        try await withMaker(count: 1) { workshop, photos in
            waiting.set(Task { try await Self.problem { try await workshop.maker.make(photos[0]) } })
            try await workshop.encoder.calls.arrival(0)
        }
        #expect(try await waiting.value?.value == .busy)
    }
}
