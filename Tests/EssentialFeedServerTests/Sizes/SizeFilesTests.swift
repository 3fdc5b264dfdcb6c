import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct SizeFilesTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.url.appending(path: "sizes")
    }

    private func files(maximumBytes: Int = 1 << 20, now: Date = Date()) -> SizeFiles {
        SizeFiles(in: url, maximumBytes: maximumBytes, now: { now })
    }

    private func key(_ size: ServedSize = .small) -> SizeKey { SizeKey(photo: UUID(), size: size) }

    private func file(of key: SizeKey) throws -> URL {
        let name = "\(key.photo.uuidString)-\(key.size.longEdge).jpg"
        return url.appending(path: "\(name.prefix(2))/\(name)")
    }

    @Test("N250: an image that was written is read with the digest of its bytes, by the next server, too")
    func test_image_isWhatWasWritten() throws {
        let (small, large) = (key(), key(.large))
        try files().write(Data("small".utf8), for: small)
        try files().write(Data("large".utf8), for: large)
        let image = try #require(files().image(small))
        #expect(image.bytes == ByteBuffer(string: "small"))
        #expect(image.entityTag == ContentDigest(of: Data("small".utf8)).entityTag)
        #expect(files().image(large)?.bytes == ByteBuffer(string: "large"))
        #expect(files().image(SizeKey(photo: small.photo, size: .medium)) == nil)
    }

    @Test(
        "N250: a damaged image is never served, and made again",
        arguments: [{ $0.dropLast() }, { $0.dropFirst() }, { _ in Data() }, { $0 + [0] }, { Data($0.reversed()) }]
            as [@Sendable (Data) -> Data])
    func test_image_isNilWhenDamaged(damage: @Sendable (Data) -> Data) throws {
        let key = key()
        try files().write(Data("some bytes".utf8), for: key)
        let file = try file(of: key)
        try damage(try Data(contentsOf: file)).write(to: file)
        #expect(files().image(key) == nil)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("N250: beyond the greatest size, the images that nobody has asked for the longest go")
    func test_write_removesTheOldest() throws {
        let keys = (0..<10).map { _ in key() }
        let day: TimeInterval = 86_400
        let start = Date()
        let files = files(maximumBytes: 10_000, now: start)
        for (index, key) in keys.enumerated() {
            try files.write(Data(count: 900), for: key)
            try FileManager.default.setAttributes(
                [.modificationDate: start - Double(10 - index) * day], ofItemAtPath: try file(of: key).path)
        }
        #expect(files.image(keys[0]) != nil)
        #expect(!files.isFull)
        try files.write(Data(count: 900), for: key())
        #expect(keys.map { files.image($0) != nil } == [true, false, false] + [Bool](repeating: true, count: 7))
    }

    @Test("N250: the folder is full when it has its greatest size")
    func test_isFull_countsWhatIsThere() throws {
        #expect(!files(maximumBytes: 100).exists)
        #expect(!files(maximumBytes: 100).isFull)
        try files().write(Data(count: 100), for: key())
        #expect(files(maximumBytes: 100).isFull)
        #expect(files().exists)
    }
}
