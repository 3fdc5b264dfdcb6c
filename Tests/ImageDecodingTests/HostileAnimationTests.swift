import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Animations made to cost time and memory, or to lie, each decoded in a separate process.
@Suite struct HostileAnimationTests {
    @Test(
        "Frames of a hostile animation take no more memory than estimated and no more time than allowed",
        arguments: try HostileAnimation.all())
    func decodeStaysWithinEstimateAndTime(animation: HostileAnimation) async {
        await #expect(processExitsWith: .success) { [animation] in
            // Code and tables loaded only once don't count. The first error alone reads about a megabyte of type
            // tables.
            var broken = AnimatedGIF(4, 4, frames: [.init(4, 4), .init(4, 4)])
            broken.frames[1].numbers.removeLast(8)
            if let header = AnimationInfo(of: broken.data) {
                precondition(Self.play(broken.data, header, 2).hasError, "the frame is whole")
            }
            for name in ["animated.gif", "animated.webp", "display-p3.webp"] {
                let data = try TestPicture.data(name)
                if let header = AnimationInfo(of: data) { _ = Self.play(data, header, 1) }
                _ = try PictureDecoder().decode(data, filling: PixelSize(width: 40, height: 30))
            }
            _ = try Memory.peak()
            let data = try animation.data()
            guard let header = AnimationInfo(of: data) else {
                return precondition(animation.outcome == .still, "it is an animation")
            }
            let estimate = header.cost.estimatedBytes(1)
            guard estimate <= 256 << 20 else {
                return precondition(animation.outcome == .refused, "it is not refused, with \(estimate) bytes")
            }
            let limit = PictureTimeLimit().duration(ofPixels: header.cost.drawnPixels(1)) + .milliseconds(500)
            let before = try Memory.forgetPeak()
            let start = ProcessorTime.now
            let played = Self.play(data, header, 24)
            let time = ProcessorTime.now - start
            let peak = try Memory.peak() - before
            print("\(animation.name): \(played), \(peak) of \(estimate) bytes, \(time) of \(limit) each")
            precondition(played.hasError == (animation.outcome == .broken), "\(played)")
            precondition(peak <= estimate, "\(peak) of \(estimate) bytes")
            precondition(time <= limit * max(1, played.count), "\(time)")
        }
    }

    @Test func `Whatever bytes of an animation change, its frames are drawn or an error is thrown`() async throws {
        let count = try await onOwnThread {
            var random = SeededGenerator(seed: 7)
            var count = 0
            for name in ["animated.gif", "animated.webp"] {
                let original = try TestPicture.data(name)
                for _ in 0..<600 {
                    var data = original
                    for _ in 0..<Int.random(in: 1...8, using: &random) {
                        data[Int.random(in: 0..<data.count, using: &random)] ^=
                            1 << UInt8.random(in: 0...7, using: &random)
                    }
                    if Bool.random(using: &random) { data = data.prefix(.random(in: 0...data.count, using: &random)) }
                    guard let header = AnimationInfo(of: data), header.cost.estimatedBytes(1) <= 32 << 20 else {
                        continue
                    }
                    count += Self.play(data, header, 6).count
                }
            }
            return count
        }
        #expect(count > 300)
    }

    @Test func `The frames of a canvas as thin as WebP allows are as long as they may be, known at once`() throws {
        let (longest, edge) = (1 << 24, AnimationInfo.maximumFramePixels)
        let frame = AnimatedWebP.Frame(width: 1, height: 1, pixels: [1, 2, 3, 255])
        for (canvas, expected) in [
            (PixelSize(width: longest, height: 1), PixelSize(width: edge, height: 1)),
            (PixelSize(width: 1, height: longest), PixelSize(width: 1, height: edge)),
        ] {
            let data = AnimatedWebP(width: canvas.width, height: canvas.height, frames: [frame, frame]).data
            let start = ProcessorTime.now
            for _ in 0..<20 { #expect(AnimationInfo(of: data)?.frameSize == expected) }
            // A single header would take as long if each length above it were tried.
            #expect(ProcessorTime.now - start < .seconds(2))
        }
    }

    /// Decodes frames one after the other, each on the previous frame's canvas.
    /// - Returns: How many there were, and whether the next one had an error.
    private static func play(_ data: Data, _ header: AnimationInfo, _ count: Int) -> (count: Int, hasError: Bool) {
        let canvasBytes = header.image.size.pixelCount * 4
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: canvasBytes + header.frameBytes, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        let canvas = UnsafeMutableRawBufferPointer(rebasing: memory[..<canvasBytes])
        let place = UnsafeMutableRawBufferPointer(rebasing: memory[canvasBytes...])
        for frame in 0..<min(count, header.delays.count) {
            do throws(PictureError) {
                try AnimationDecoder().decode(data, from: header.position(of: frame), count: 1) { _ in (canvas, [place])
                }
            } catch {
                return (frame, true)
            }
        }
        return (min(count, header.delays.count), false)
    }
}

/// An animation from the corpus of hostile images, or one made here.
struct HostileAnimation: Codable, Sendable, CustomTestStringConvertible {
    /// The expected result.
    enum Outcome: Codable {
        case plays
        /// It has at most one drawable frame.
        case still
        /// It needs more memory than a picture may use.
        case refused
        /// One of its first frames is an error.
        case broken
    }

    let name: String
    let outcome: Outcome
    private let made: Data?

    var testDescription: String { name }

    func data() throws -> Data { try made ?? HostilePicture(name: name).data() }

    static func all() throws -> [HostileAnimation] {
        let corpus = try HostilePicture.all().map(\.name).filter { $0.hasSuffix(".gif") || $0.hasSuffix(".webp") }
        return corpus.map { HostileAnimation(name: $0, outcome: ofCorpus[$0] ?? .still, made: nil) } + made()
    }

    private static let ofCorpus: [String: Outcome] = [
        "picture-30-large-frames.gif": .plays, "picture-300-frames.webp": .plays, "picture-400-frames.webp": .plays,
        "picture-80000-frames.gif": .plays, "picture-small-frames.webp": .plays,
        "picture-small-frame-on-tall-canvas.webp": .refused,
    ]

    private static func made() -> [HostileAnimation] {
        func gif(_ width: Int, _ height: Int, _ frames: [AnimatedGIF.Frame], loops: Int? = 0) -> Data {
            AnimatedGIF(width, height, loops: loops, frames: frames).data
        }
        func frame(_ width: Int, _ height: Int, x: Int = 0, y: Int = 0, _ count: Int? = nil) -> AnimatedGIF.Frame {
            var frame = AnimatedGIF.Frame(1, 1)
            (frame.width, frame.height, frame.x, frame.y, frame.delay) = (width, height, x, y, 0)
            frame.numbers = [UInt8](repeating: 1, count: count ?? width * height)
            return frame
        }
        var restored = frame(1_500, 1_000)
        restored.disposal = 3
        let two = gif(40, 30, [frame(40, 30), frame(40, 30)])
        let large = AnimatedWebP.Frame(width: 2_000, height: 1_400, pixels: [UInt8](repeating: 99, count: 11_200_000))
        var small = large
        (small.width, small.height, small.x, small.y) = (2, 2, 14_000, 14_000)
        small.pixels = [UInt8](repeating: 99, count: 16)
        func webP(_ width: Int, _ height: Int, _ frame: AnimatedWebP.Frame) -> Data {
            AnimatedWebP(width: width, height: height, frames: [frame, frame]).data
        }
        let many = [AnimatedGIF.Frame](repeating: frame(1, 1), count: 8_000)
        let cases: [(String, Outcome, Data)] = [
            ("no frames", .still, gif(40, 30, [])),
            ("a frame without width", .still, gif(40, 30, [frame(40, 30), frame(0, 30, 0)])),
            ("a canvas of 65,535 × 65,535", .refused, gif(65_535, 65_535, [frame(1, 1), frame(1, 1)])),
            ("a canvas of 65,535 × 1", .plays, gif(65_535, 1, [frame(1, 1), frame(1, 1)])),
            ("a frame of 65,535 × 65,535", .refused, gif(4, 4, [frame(4, 4), frame(65_535, 65_535, 1)])),
            ("a frame of 9,000 × 9,000 of one byte", .broken, gif(4, 4, [frame(4, 4), frame(9_000, 9_000, 1)])),
            ("frames outside the canvas", .plays, gif(4, 4, [frame(4, 4), frame(4, 4, x: 65_000, y: 65_000)])),
            ("a frame with too few pixels", .broken, gif(400, 300, [frame(400, 300), frame(400, 300, 9)])),
            ("frames that are restored", .plays, gif(1_500, 1_000, [restored, restored, restored])),
            ("8,000 frames without a time", .plays, gif(9, 9, many)),
            ("cut in the last frame", .still, two.dropLast(40)),
            ("a WebP canvas of 14,002 × 14,002", .refused, webP(14_002, 14_002, small)),
            ("a WebP frame off the canvas", .still, webP(100, 100, small)),
            ("large WebP frames", .plays, webP(2_000, 1_400, large)),
        ]
        return cases.map { HostileAnimation(name: $0.0, outcome: $0.1, made: $0.2) }
    }
}
