import CGdkPixbuf
import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Images made to cost time and memory, each decoded in a separate process.
@Suite struct HostileCorpusTests {
    @Test(arguments: try HostilePicture.all())
    func `A hostile image takes no more memory than estimated and time than allowed`(picture: HostilePicture) async {
        await #expect(processExitsWith: .success) { [picture] in
            let box = Self.box
            let decoder = PictureDecoder()
            // Code and tables loaded only once don't count. The first error alone reads about a megabyte of type
            // tables.
            for name in try TestPicture.names() where name != "huge.png" && !name.hasPrefix("large") {
                let picture = try TestPicture.data(name)
                _ = try decoder.decode(picture, filling: box)
                _ = Self.decode(picture.prefix(picture.count / 2), decoder, box)
                _ = Self.decode(picture.prefix(20), decoder, box)
            }
            // Nor does the measuring code.
            _ = try Memory.peak()
            let data = try picture.data()
            let before = try Memory.forgetPeak()
            let start = ProcessorTime.now
            let (outcome, estimate, limit) = Self.decode(data, decoder, box)
            let time = ProcessorTime.now - start
            let peak = try Memory.peak() - before
            print("\(picture.name): \(outcome), \(peak) of \(estimate) bytes, \(time) of \(limit)")
            precondition(outcome == picture.outcome, "\(outcome)")
            precondition(peak <= estimate, "\(peak) of \(estimate) bytes")
            precondition(time <= limit, "\(time) of \(limit)")
        }
    }

    @Test(
        arguments: [
            "plain.png", "lossy.webp", "plain.gif", "plain.jpg", "plain.heic", "plain.avif",
        ])
    func `Decoding is given up if it takes too long, in every format`(name: String) throws {
        let decoder = PictureDecoder(timeLimit: PictureTimeLimit(least: .zero, perMegapixel: .zero))
        #expect(throws: PictureError.tooSlow) {
            try decoder.decode(TestPicture.data(name), filling: Self.box)
        }
    }

    @Test(
        arguments: [
            ("80000-frames.gif", "picture"), ("400-frames.webp", "picture"), ("100-packed-texts.png", "picture"),
            ("900000-elements.png", "picture"), ("200000-profiles.jpg", "undecodable"), ("99-scans.jpg", "undecodable"),
            ("depth-64.png", "undecodable"), ("frame-without-width-1.gif", "undecodable"),
        ])
    func `What is refused or ignored in an image doesn't depend on its amount`(name: String, outcome: String) throws {
        let picture = HostilePicture(name: "\(outcome)-\(name)")
        #expect(Self.decode(try picture.data(), PictureDecoder(), Self.box).0 == outcome)
    }

    @Test func `The chunks before the pixels of a WebP are read a few times, however many there are`() throws {
        let still = try TestPicture.data("lossless.webp")
        let size = try ImageHeader(of: still).size
        var head: Data = Data("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
        for side in [size.width - 1, size.height - 1] { head += [UInt8(side & 0xFF), UInt8(side >> 8), 0] }
        let chunk: Data = Data("JUNK".utf8) + [120, 1, 0, 0] + Data(count: 376)
        let decoder = PictureDecoder(timeLimit: PictureTimeLimit(least: .seconds(600)))
        func time(chunks: Int) -> Duration {
            var body = head
            for _ in 0..<chunks { body += chunk }
            body += still.dropFirst(12)
            let count = UInt32(body.count).littleEndian
            let data = Data("RIFF".utf8) + withUnsafeBytes(of: count) { Data($0) } + body
            let times = (0..<3).map { _ in
                let start = ProcessorTime.now
                #expect(Self.decode(data, decoder, Self.box).0 == "picture")
                return ProcessorTime.now - start
            }
            return times.min() ?? .zero
        }
        // Read again for each part of the file, they would take sixteen times as long.
        #expect(time(chunks: 240_000) < time(chunks: 60_000) * 8)
    }

    private static let box = PixelSize(width: 552, height: 414)

    /// - Returns: The outcome, and the memory and time limits for decoding.
    private static func decode(_ data: Data, _ decoder: PictureDecoder, _ box: PixelSize) -> (String, Int, Duration) {
        // An image refused by its header may use only what reading the header uses.
        var (estimate, limit) = (1 << 20, Duration.seconds(2))
        do throws(PictureError) {
            let header = try DecodePlan(of: data)
            estimate = min(header.estimatedBytes(filling: box), 256 << 20)
            limit = max(limit, .milliseconds(30) * (Double(header.image.size.pixelCount) / 1_000_000))
            _ = try decoder.decode(data, filling: box)
            return ("picture", estimate, limit)
        } catch .undecodable {
            return ("undecodable", estimate, limit)
        } catch .tooLarge {
            return ("refused", estimate, limit)
        } catch .tooSlow {
            return ("slow", estimate, limit + .milliseconds(500))
        } catch {
            return ("unsupported", estimate, limit)
        }
    }
}

/// A file of `Tests/HostilePictures`. Its name begins with the outcome.
struct HostilePicture: Codable, Sendable, CustomTestStringConvertible {
    let name: String

    var outcome: String { String(name.prefix { $0 != "-" }) }
    var testDescription: String { name }

    /// Unpacks the file.
    func data() throws -> Data {
        let packed = try Data(contentsOf: Self.folder.appending(path: name + ".gz"))
        let converter = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP)
        defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
        // The last four bytes are the number of unpacked ones.
        var unpacked = Data(count: packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) })
        let result = packed.withUnsafeBytes { bytes in
            unpacked.withUnsafeMutableBytes { target in
                var (read, written): (gsize, gsize) = (0, 0)
                return g_converter_convert(
                    converter, bytes.baseAddress, gsize(bytes.count), target.baseAddress, gsize(target.count),
                    G_CONVERTER_INPUT_AT_END, &read, &written, nil)
            }
        }
        try #require(result == G_CONVERTER_FINISHED, "\(name) is not packed")
        return unpacked
    }

    static func all() throws -> [HostilePicture] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.hasSuffix(".gz") }
            .map { HostilePicture(name: String($0.dropLast(3))) }
    }

    private static let folder = TestPicture.folder.deletingLastPathComponent().appending(path: "HostilePictures")
}

enum ProcessorTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
