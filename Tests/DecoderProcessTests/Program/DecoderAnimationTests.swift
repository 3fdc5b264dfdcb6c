import DecoderProcess
import Foundation
import ImageFormats
import TestSupport
import Testing

/// Frames of animations, decoded by processes.
@Suite(.detectsHangs) struct DecoderAnimationTests {
    private static let program = Decoders.programs.appending(path: DecoderProgram.name)

    private let folder = TemporaryFolder()

    /// An animation whose frames each add a row of another colour: each one shows all earlier ones.
    private static func rows(_ count: Int, width: Int = 800) -> Data {
        var gif = AnimatedGIF(width, max(count, 600))
        gif.frames = (0..<count).map { index in
            var frame = AnimatedGIF.Frame(1, 1, colour: UInt8(index % 200 + 1))
            frame.y = index
            return frame
        }
        return gif.data
    }

    /// Returns the red of the first pixels of a picture's rows.
    private static func reds(_ picture: DecodedPicture, _ count: Int) -> [UInt8] {
        (0..<count).map { picture.pixels[$0 * picture.size.width * 4 + 2] }
    }

    @Test func `A confined decoder draws each frame over those before it, and anew after the last one`() async throws {
        try await Decoders(Self.program).run { decoders in
            let animation = try #require(try await decoders.pool.animation(of: Self.rows(40)))
            var frames: [DecodedPicture] = []
            while frames.count < 40 { frames += try await animation.next() }
            #expect(frames.count == 40)
            for (index, frame) in frames.enumerated() {
                #expect(Self.reds(frame, 40) == (1...40).map { $0 <= index + 1 ? UInt8($0) : 0 })
            }
            let again = try await animation.next()
            #expect(Self.reds(again[0], 2) == [1, 0])
            #expect(try await decoders.pool.animation(of: TestPicture.data("plain.gif")) == nil)
            #expect(decoders.reported.events == [])
        }
    }

    @Test func `If a decoder is killed, another one goes on with the frame where it was`() async throws {
        let link = try Decoder.link(in: folder)
        var limits = Decoders.one
        limits.timeLimit = PictureTimeLimit(least: .seconds(120), perMegapixel: .zero)
        try await Decoders(link, limits: limits).run { decoders in
            let animation = try #require(try await decoders.pool.animation(of: Self.rows(40)))
            let first = try await animation.next()
            let decoder = try #require(try Decoder.all(startedBy: link).first)
            decoder.send(SIGSTOP)
            async let next = animation.next()
            async let end = decoder.end.value
            decoder.send(SIGKILL)
            _ = try await end
            // It may have ended before it was asked, and then the frames come from another one.
            var frames: [DecodedPicture] = []
            do { frames = try await next } catch DecoderError.ended { frames = try await animation.next() }
            #expect(Self.reds(frames[0], first.count + 2) == (1...first.count + 1).map { UInt8($0) } + [0])
        }
    }

    @Test(
        "A decoder that lies about frames, hangs or ends fails once, and the same frames come from another one",
        arguments: [
            ("fewer-frames", DecoderError.protocolViolation("it made more or fewer frames")),
            ("huge-frames", .protocolViolation("it made more or fewer frames")),
            ("other-task", .protocolViolation("it made no frames")),
            ("unknown-task", .protocolViolation("it made no frames")),
            ("keeps-memory", .protocolViolation("it kept the memory of frames")),
            ("garbage", .protocolViolation("it sent what isn't an answer")), ("ends", .ended), ("crashes", .ended),
            ("hangs", .tookTooLong),
        ])
    func nextFailsOnce(lie: String, error: DecoderError) async throws {
        let link = folder.url.appending(path: lie)
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: Decoders.programs.appending(path: "lying-decoder"))
        var limits = Decoders.one
        if lie == "hangs" { limits.timeLimit = PictureTimeLimit(least: .milliseconds(250), perMegapixel: .zero) }
        try await Decoders(link, limits: limits).run { decoders in
            let animation = try #require(try await decoders.pool.animation(of: Self.rows(4)))
            await #expect(throws: error) { try await animation.next() }
            let frames = try await animation.next()
            #expect(!frames.isEmpty && frames.allSatisfy { $0.pixels.allSatisfy { $0 == 0x80 } })
        }
    }

    @Test func `The memory that an animation takes is the same however long it is`() async {
        await #expect(processExitsWith: .success) {
            func memory() throws -> Int {
                let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
                let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
                return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
            }
            let decoders = Decoders(Self.program)
            // 800 × 600 pixels: 600 frames are more than a gigabyte.
            let animation = try await decoders.pool.animation(of: Self.rows(600))!
            var count = 0
            while count < 40 { count += try await animation.next().count }
            let before = try memory()
            while count < 600 { count += try await animation.next().count }
            let grown = try memory() - before
            precondition(grown < 64 << 10, "\(grown) KiB more")
            await decoders.pool.close()
        }
    }

    @Test func `An animation that takes more memory than a picture may isn't decoded`() async throws {
        try await Decoders(Self.program).run { decoders in
            for (width, height) in [(65_535, 65_535), (12_000, 12_000)] {
                var gif = AnimatedGIF(width, height, frames: [.init(1, 1), .init(1, 1)])
                let error = PictureError.tooLarge(PixelSize(width: width, height: height))
                await #expect(throws: error) { try await decoders.pool.animation(of: gif.data) }
                gif = AnimatedGIF(1, 1)
                gif.frames = [AnimatedGIF.Frame(1, 1), AnimatedGIF.Frame(1, 1)]
                (gif.frames[1].width, gif.frames[1].height) = (width, height)
                if width > 12_000 {
                    await #expect(throws: PictureError.self) { try await decoders.pool.animation(of: gif.data) }
                }
            }
        }
    }
}
