import CGdkPixbuf
import CWebPDemux
import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// The frames of animations, beside what other decoders make of them.
@Suite struct AnimationDecoderTests {
    @Test(arguments: 0..<12)
    func `The frames of a GIF are those of gdk-pixbuf, whatever they keep, clear and restore`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var gif = AnimatedGIF(23, 17)
        for index in 0..<14 {
            var frame = AnimatedGIF.Frame(.random(in: 1...23, using: &random), .random(in: 1...17, using: &random))
            if index == 0 { frame = AnimatedGIF.Frame(23, 17) }
            frame.x = .random(in: 0...23 - frame.width, using: &random)
            frame.y = .random(in: 0...17 - frame.height, using: &random)
            frame.numbers = frame.numbers.map { _ in .random(in: 0...9, using: &random) }
            frame.disposal = .random(in: 0...3, using: &random)
            frame.transparent = Bool.random(using: &random) ? 3 : nil
            gif.frames.append(frame)
        }
        let frames = try Self.frames(of: gif.data, at: 1 + Int(seed % 5))
        let expected = try Self.pixbufs(of: gif.data, count: gif.frames.count)
        for (index, frame) in frames.enumerated() { #expect(frame == expected[index], "frame \(index)") }
    }

    @Test func `A GIF's frame that is disposed of by the number 4, as by some programs, is restored`() throws {
        let pictures = try [1, 3, 4].map { disposal in
            var gif = AnimatedGIF(6, 6)
            gif.frames = [
                AnimatedGIF.Frame(6, 6, colour: 1), AnimatedGIF.Frame(3, 3, colour: 2),
                AnimatedGIF.Frame(1, 1, colour: 3),
            ]
            gif.frames[1].disposal = disposal
            return try Self.frames(of: gif.data, at: 1)
        }
        #expect(pictures[2] == pictures[1])
        #expect(pictures[2] != pictures[0])
    }

    @Test(arguments: 0..<12)
    func `The frames of a WebP are those of libwebp, whatever they blend and clear`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var webP = AnimatedWebP(width: 22, height: 18)
        for _ in 0..<12 {
            let (width, height) = (Int.random(in: 1...22, using: &random), Int.random(in: 1...18, using: &random))
            let pixels = (0..<width * height).flatMap { _ -> [UInt8] in
                let alpha: UInt8 = [0, 255, 128].randomElement(using: &random)!
                return (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [alpha]
            }
            webP.frames.append(
                AnimatedWebP.Frame(
                    x: .random(in: 0...(22 - width) / 2, using: &random) * 2,
                    y: .random(in: 0...(18 - height) / 2, using: &random) * 2, width: width, height: height,
                    pixels: pixels, isCleared: .random(using: &random), blends: .random(using: &random)))
        }
        let data = webP.data
        let frames = try Self.frames(of: data, at: 1 + Int(seed % 5))
        let expected = try Self.libwebpFrames(of: data)
        #expect(frames.count == expected.count)
        for (index, (frame, expected)) in zip(frames, expected).enumerated() {
            // Blending rounds in another way there, each time.
            let difference = zip(frame, expected).map { abs(Int($0) - Int($1)) }.max()
            #expect(try #require(difference) <= 3, "frame \(index)")
        }
    }

    @Test(arguments: ["animated.gif", "animated.webp"])
    func `The first frame is the picture of the still`(name: String) throws {
        let data = try TestPicture.data(name)
        let header = try #require(AnimationInfo(of: data))
        let still = Samples.pixels(of: try PictureDecoder().decode(data, filling: header.frameSize))
        #expect(try Self.frames(of: data, at: 1)[0] == still.bytes)
    }

    @Test func `The frames of an image that is larger than a screen are smaller, and show the same`() throws {
        let gif = AnimatedGIF(2_400, 1_500, frames: [.init(2_400, 1_500, colour: 7), .init(1_200, 1_500, colour: 200)])
        let header = try #require(AnimationInfo(of: gif.data))
        let size = header.frameSize
        #expect(size.pixelCount <= AnimationInfo.maximumFramePixels && size.width > 1_700)
        let frames = try Self.frames(of: gif.data, at: 2)
        func number(_ frame: Int, _ x: Int) -> UInt8 { frames[frame][((size.height / 2) * size.width + x) * 4 + 2] }
        #expect([number(0, 10), number(0, size.width - 10)] == [7, 7])
        #expect([number(1, 10), number(1, size.width - 10)] == [200, 7])
    }

    @Test func `A frame that isn't there, or has too few pixels, is an error, and draws nothing outside`() throws {
        var gif = AnimatedGIF(8, 8, frames: [.init(8, 8), .init(8, 8)])
        let header = try #require(AnimationInfo(of: gif.data))
        #expect(throws: PictureError.undecodable("frames are missing")) {
            try Self.decode(gif.data, header, first: 1, count: 2)
        }
        gif.frames[1].numbers.removeLast(20)
        #expect(throws: PictureError.undecodable("the last pixels are missing")) {
            try Self.decode(gif.data, header, first: 1, count: 1)
        }
        gif.frames[1] = AnimatedGIF.Frame(20, 20, colour: 9)
        for (x, y) in [(0, 0), (7, 7), (8, 0), (0, 8), (65_535, 65_535), (4, 65_535)] {
            (gif.frames[1].x, gif.frames[1].y) = (x, y)
            let frames = try Self.frames(of: gif.data, at: 2)
            let numbers = stride(from: 2, to: frames[1].count, by: 4).map { frames[1][$0] }
            #expect(numbers.filter { $0 == 9 }.count == max(0, 8 - x) * max(0, 8 - y))
        }
    }

    // MARK: Decoding

    /// Decodes all frames, so many at a time, each time as another decoder would.
    private static func frames(of data: Data, at count: Int) throws -> [[UInt8]] {
        let header = try #require(AnimationInfo(of: data))
        var canvas: [UInt8]?
        var frames: [[UInt8]] = []
        while frames.count < header.delays.count {
            let rest = min(count, header.delays.count - frames.count)
            let decoded = try decode(data, header, first: frames.count, count: rest, after: canvas)
            frames += decoded.frames
            canvas = decoded.canvas
        }
        return frames
    }

    @discardableResult
    private static func decode(
        _ data: Data, _ header: AnimationInfo, first: Int, count: Int, after canvas: [UInt8]? = nil
    ) throws -> (frames: [[UInt8]], canvas: [UInt8]) {
        let canvasBytes = header.image.size.pixelCount * 4
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: canvasBytes + count * header.frameBytes, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        if let canvas { memory.copyBytes(from: canvas) }
        let places = (0..<count).map { index -> UnsafeMutableRawBufferPointer in
            let start = canvasBytes + index * header.frameBytes
            return UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + header.frameBytes])
        }
        let start = UnsafeMutableRawBufferPointer(rebasing: memory[..<canvasBytes])
        try AnimationDecoder(timeLimit: .patient).decode(data, from: header.position(of: first), count: count) { _ in
            (start, places)
        }
        return (places.map { Array($0) }, Array(start))
    }

    // MARK: Other decoders

    /// Returns the frames that gdk-pixbuf shows, as ours are: blue, green, red, multiplied by alpha, and alpha.
    private static func pixbufs(of data: Data, count: Int) throws -> [[UInt8]] {
        let loader = try #require(gdk_pixbuf_loader_new())
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let isRead = data.withUnsafeBytes {
            gdk_pixbuf_loader_write(loader, $0.baseAddress?.assumingMemoryBound(to: guchar.self), gsize($0.count), nil)
        }
        try #require(isRead != 0 && gdk_pixbuf_loader_close(loader, nil) != 0)
        let time = UnsafeMutablePointer<glong>.allocate(capacity: 2)
        defer { time.deallocate() }
        (time[0], time[1]) = (1_000, 0)
        let start = gdk_pixbuf_animation_get_iter(gdk_pixbuf_loader_get_animation(loader), timeValue(time))
        let iterator = try #require(start)
        defer { g_object_unref(UnsafeMutableRawPointer(iterator)) }
        return try (0..<count).map { index in
            if index > 0 {
                let microseconds = time[1] + glong(gdk_pixbuf_animation_iter_get_delay_time(iterator)) * 1_000
                (time[0], time[1]) = (time[0] + microseconds / 1_000_000, microseconds % 1_000_000)
                gdk_pixbuf_animation_iter_advance(iterator, timeValue(time))
            }
            let pixbuf = try #require(gdk_pixbuf_animation_iter_get_pixbuf(iterator))
            let (width, height) = (Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
            let (stride, channels) = (Int(gdk_pixbuf_get_rowstride(pixbuf)), Int(gdk_pixbuf_get_n_channels(pixbuf)))
            let pixels = try #require(gdk_pixbuf_get_pixels(pixbuf))
            return (0..<width * height).flatMap { pixel -> [UInt8] in
                let place = pixels + pixel / width * stride + pixel % width * channels
                let alpha = channels == 4 ? place[3] : 255
                return alpha == 0 ? [0, 0, 0, 0] : [place[2], place[1], place[0], alpha]
            }
        }
    }

    /// Returns seconds and microseconds as a `GTimeVal`. The compiler warns where its name is written.
    private static func timeValue<Value>(_ time: UnsafeMutablePointer<glong>) -> UnsafePointer<Value> {
        UnsafeRawPointer(time).assumingMemoryBound(to: Value.self)
    }

    private static func libwebpFrames(of data: Data) throws -> [[UInt8]] {
        var options = WebPAnimDecoderOptions()
        try #require(WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION) != 0)
        options.color_mode = MODE_bgrA
        return try data.withUnsafeBytes { bytes in
            var encoded = WebPData(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
            let decoder = try #require(WebPAnimDecoderNewInternal(&encoded, &options, WEBP_DEMUX_ABI_VERSION))
            defer { WebPAnimDecoderDelete(decoder) }
            var info = WebPAnimInfo()
            try #require(WebPAnimDecoderGetInfo(decoder, &info) != 0)
            var frames: [[UInt8]] = []
            while WebPAnimDecoderHasMoreFrames(decoder) != 0 {
                var (pixels, time): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
                try #require(WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0)
                frames.append(
                    Array(UnsafeBufferPointer(start: pixels, count: Int(info.canvas_width * info.canvas_height * 4))))
            }
            return frames
        }
    }
}
