import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Archives as read by other programs.
@Suite struct ZipArchiveTests {
    private static let date = Date(timeIntervalSince1970: 1_779_000_001)

    private static func archive(_ files: [(name: String, content: Data)], dated date: Date = date) throws -> Data {
        var archive = ZipArchive(timeZone: try #require(TimeZone(identifier: "Europe/Athens")))
        var bytes = ByteBuffer()
        let files = files.map { name, content in
            let bytes = ByteBuffer(bytes: content)
            let checksum = ZipArchive.checksum(of: bytes)
            return (ZipArchive.File(name: name, size: content.count, date: date, checksum: checksum), bytes)
        }
        for (file, content) in files {
            bytes.writeImmutableBuffer(archive.begin(file))
            bytes.writeImmutableBuffer(content)
        }
        bytes.writeImmutableBuffer(archive.end())
        #expect(bytes.readableBytes == ZipArchive.length(of: files.map(\.0)))
        return Data(bytes.readableBytesView)
    }

    @Test func `Files have their names in any script, their bytes, and their dates in the zone`() async throws {
        let files = [("Λιμάνι 🌅.jpg", Data("hello".utf8)), ("empty", Data()), ("ß.gif", Pictures.large(10_000))]
        let read = try await UnpackedArchive(try Self.archive(files)).files
        #expect(read.map(\.name) == files.map(\.0))
        #expect(read.map(\.content) == files.map(\.1))
        // The format has even seconds only.
        #expect(read.allSatisfy { $0.date == [2026, 5, 17, 9, 40, 0] })
    }

    @Test func `A program that reads an archive from its beginning knows each file's checksum and size`() throws {
        let archive = try Self.archive([("a", Data("hello".utf8))])
        let (flags, checksum, size) = (archive[6..<8], archive[14..<18], archive[18..<26])
        #expect(Array(flags) == [0, 8])
        #expect(Array(checksum) == CRC32.bytes(of: Data("hello".utf8)).reversed())
        #expect(Array(size) == [5, 0, 0, 0, 5, 0, 0, 0])
    }

    @Test func `The checksum of pieces is that of the whole`() {
        let (whole, cut) = (ByteBuffer(string: "hello"), ByteBuffer(string: "hel"))
        let first = ZipArchive.checksum(of: ByteBuffer(), after: ZipArchive.checksum(of: cut))
        #expect(ZipArchive.checksum(of: ByteBuffer(string: "lo"), after: first) == ZipArchive.checksum(of: whole))
    }

    @Test(arguments: [-5_000_000_000, 0, 315_525_599, 4_354_819_200, 1e18])
    func `A file whose date the format doesn't have is dated to its beginning`(seconds: Double) async throws {
        let archive = try Self.archive([("a", Data("a".utf8))], dated: Date(timeIntervalSince1970: seconds))
        #expect(try await UnpackedArchive(archive).files.map(\.date) == [[1980, 1, 1, 0, 0, 0]])
    }

    @Test func `More files than two bytes count are all there`() async throws {
        let count = 65_536
        let files = try await UnpackedArchive(try Self.archive((0..<count).map { ("\($0)", Data("\($0)".utf8)) })).files
        #expect(files.count == count)
        #expect(files.allSatisfy { $0.content == Data($0.name.utf8) })
    }

    @Test func `A file whose size four bytes don't count, and one after it, are whole`() async throws {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let url = folder.url.appending(path: "a.zip")
        try Data().write(to: url)
        let output = try FileHandle(forWritingTo: url)
        // The checksum of so many zeros.
        let large = ZipArchive.File(name: "large", size: 65 << 26, date: Self.date, checksum: 0x0c0b_9a78)
        let content = ByteBuffer(string: "last")
        let last = ZipArchive.File(name: "last", size: 4, date: Self.date, checksum: ZipArchive.checksum(of: content))
        var archive = ZipArchive()
        func write(_ bytes: ByteBuffer) throws { try output.write(contentsOf: Data(bytes.readableBytesView)) }
        try write(archive.begin(large))
        // The zeros are a hole in the file.
        try output.seek(toOffset: UInt64(archive.count))
        try write(archive.begin(last))
        try write(content)
        try write(archive.end())
        try output.close()
        #expect(archive.count == ZipArchive.length(of: [large, last]))
        let program = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            print([(one.filename, one.file_size) for one in archive.infolist()], archive.read("last"), archive.testzip())
            """
        let result = try await TestProgram.succeed(["python3", "-c", program, url.path])
        #expect(result.text == "[('large', \(65 << 26)), ('last', 4)] b'last' None\n")
    }
}
