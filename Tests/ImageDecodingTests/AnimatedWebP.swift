import CWebPDemux
import Foundation

/// An animated WebP, made for a test, without loss.
struct AnimatedWebP {
    struct Frame {
        /// Even numbers.
        var x = 0
        var y = 0
        var width: Int
        var height: Int
        /// Red, green, blue and alpha of each pixel.
        var pixels: [UInt8]
        var milliseconds = 100
        var isCleared = false
        var blends = true
    }

    var width: Int
    var height: Int
    var frames: [Frame] = []

    var data: Data {
        var body = Self.chunk("VP8X", [0x12, 0, 0, 0] + Self.number(width - 1, 3) + Self.number(height - 1, 3))
        body += Self.chunk("ANIM", [0, 0, 0, 0, 0, 0])
        for frame in frames {
            let place = [frame.x / 2, frame.y / 2, frame.width - 1, frame.height - 1, frame.milliseconds]
            let flags: UInt8 = (frame.isCleared ? 1 : 0) | (frame.blends ? 0 : 2)
            body += Self.chunk("ANMF", place.flatMap { Self.number($0, 3) } + [flags] + Self.pixels(of: frame))
        }
        return Data("RIFF".utf8 + Self.number(body.count + 4, 4) + "WEBP".utf8 + body)
    }

    private static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }

    /// Returns the chunk of a frame's pixels, which libwebp encodes as a still.
    private static func pixels(of frame: Frame) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeLosslessRGBA(
            frame.pixels, Int32(frame.width), Int32(frame.height), Int32(frame.width * 4), &output)
        defer { WebPFree(output) }
        return Array(UnsafeBufferPointer(start: output, count: count).dropFirst(12))
    }
}
