import Foundation
import ImageFormats
import TestSupport
import Testing

/// The header of an animation, read before decoding.
@Suite struct AnimationInfoTests {
    @Test(arguments: [(0, 100), (1, 100), (2, 20), (3, 30), (10, 100), (60_000, 600_000), (65_535, 600_000)])
    func `Frames are shown as long as they say, and 100 ms if below 20`(hundredths: Int, milliseconds: Int) throws {
        var gif = AnimatedGIF(4, 3, frames: [.init(4, 3), .init(4, 3)])
        gif.frames[1].delay = hundredths
        let header = try #require(AnimationInfo(of: gif.data))
        #expect(header.delays == [.milliseconds(100), .milliseconds(milliseconds)])
    }

    @Test(arguments: [(nil, 1), (0, nil), (1, 2), (65_535, 65_536)] as [(Int?, Int?)])
    func `An animation is played as often as it says: once, some times, or endlessly`(loops: Int?, plays: Int?) throws {
        let gif = AnimatedGIF(4, 3, loops: loops, frames: [.init(4, 3), .init(4, 3)])
        #expect(try #require(AnimationInfo(of: gif.data)).plays == plays)
    }

    @Test func `An animated WebP says its times and its plays as well`() throws {
        let data = try TestPicture.data("animated.webp")
        let header = try #require(AnimationInfo(of: data))
        #expect(header.delays == [Duration](repeating: .milliseconds(100), count: header.delays.count))
        #expect(header.plays == nil)
        var once = data
        let place = try #require(data.range(of: Data("ANIM".utf8)))
        once[place.lowerBound + 12] = 3
        #expect(try #require(AnimationInfo(of: once)).plays == 3)
    }

    @Test func `What has one frame, or none that is whole after the first, is a still`() throws {
        for name in try TestPicture.names() {
            let isAnimated = name.hasPrefix("animated")
            #expect((AnimationInfo(of: try TestPicture.data(name)) != nil) == isAnimated, "\(name)")
            #expect(AnimationInfo.isAnimation(try TestPicture.data(name)) == isAnimated, "\(name)")
        }
        var gif = AnimatedGIF(4, 3)
        #expect(AnimationInfo(of: gif.data) == nil)
        gif.frames = [AnimatedGIF.Frame(4, 3)]
        #expect(AnimationInfo(of: gif.data) == nil)
        gif.frames.append(AnimatedGIF.Frame(0, 3))
        #expect(AnimationInfo(of: gif.data) == nil)
        gif.frames[1] = AnimatedGIF.Frame(4, 3)
        #expect(AnimationInfo(of: gif.data.dropLast(4)) == nil)
        #expect(AnimationInfo(of: gif.data) != nil)
    }

    @Test func `Frames have at most as many pixels as a screen, in the proportions of the image`() throws {
        for (width, height) in [(1_920, 1_080), (4_000, 3_000), (65_535, 65_535), (65_535, 1), (3, 65_535)] {
            let gif = AnimatedGIF(width, height, frames: [.init(4, 3), .init(4, 3)])
            let size = try #require(AnimationInfo(of: gif.data)).frameSize
            #expect(size.pixelCount <= AnimationInfo.maximumFramePixels)
            #expect(size.width > 0 && size.height > 0)
            if width * height <= AnimationInfo.maximumFramePixels {
                #expect(size == PixelSize(width: width, height: height))
            } else {
                #expect(abs(size.width * height - size.height * width) <= max(width, height))
            }
        }
    }

    @Test func `The memory for an animation is that of its costliest frame, wherever that is`() throws {
        var gif = AnimatedGIF(400, 300, frames: [.init(400, 300), .init(1, 1)])
        let first = try #require(AnimationInfo(of: gif.data)).cost.estimatedBytes(1)
        gif.frames = [AnimatedGIF.Frame(1, 1), AnimatedGIF.Frame(400, 300)]
        #expect(try #require(AnimationInfo(of: gif.data)).cost.estimatedBytes(1) == first)
        gif.frames[1] = AnimatedGIF.Frame(1, 1)
        #expect(try #require(AnimationInfo(of: gif.data)).cost.estimatedBytes(1) < first)
    }

    @Test func `Of an animation with more frames than are played, the first ones are`() throws {
        let gif = AnimatedGIF(1, 1, frames: Array(repeating: .init(1, 1), count: 20_000))
        #expect(try #require(AnimationInfo(of: gif.data)).delays.count == AnimationInfo.maximumFrames)
    }

    @Test func `Each frame is found where the header says, and what is said about it with it`() throws {
        var gif = AnimatedGIF(40, 30, frames: (1...9).map { AnimatedGIF.Frame($0, $0) })
        for index in gif.frames.indices { gif.frames[index].delay = index + 10 }
        for data in [gif.data, try TestPicture.data("animated.webp")] {
            let header = try #require(AnimationInfo(of: data))
            let whole = try AnimationPart(of: data, from: header.position(of: 0), count: header.delays.count)
            #expect(whole.frames.count == header.delays.count)
            #expect(whole.cost == header.cost)
            for first in header.delays.indices {
                let part = try AnimationPart(of: data, from: header.position(of: first), count: 2)
                #expect(part.frames.count == min(2, header.delays.count - first))
                for (frame, same) in zip(part.frames, whole.frames[first...]) {
                    #expect(
                        Self.position(of: frame) == Self.position(of: same) && frame.milliseconds == same.milliseconds)
                }
            }
        }
    }

    private static func position(of frame: AnimationFrame) -> Int {
        switch frame.pixels {
        case .gif(let pixels): pixels.dataPosition
        case .webP(let pixels): pixels.range.lowerBound
        }
    }

    @Test(arguments: ["animated.gif", "animated.webp", "display-p3.webp"])
    func `Where there is no frame, none is found`(name: String) throws {
        let data = try TestPicture.data(name)
        for position in [Int.min, -1, 0, data.count - 1, data.count, .max] + Array(stride(from: 1, to: 400, by: 7)) {
            do {
                let part = try AnimationPart(of: data, from: position, count: 3)
                #expect(part.frames.count <= 3)
            } catch {
                #expect(error == .undecodable("there is one frame") && name == "display-p3.webp")
            }
        }
        #expect(throws: PictureError.self) {
            try AnimationPart(of: TestPicture.data("plain.jpg"), from: 0, count: 1)
        }
    }

    @Test func `What a GIF says about a frame counts only if it is all there, for the first and later ones`() throws {
        var gif = AnimatedGIF(4, 3, frames: [.init(4, 3), .init(4, 3)])
        for index in gif.frames.indices {
            (gif.frames[index].delay, gif.frames[index].transparent) = (50, 0)
        }
        var data = gif.data
        #expect(try Self.transparentColours(of: data) == [0, 0])
        while let control = data.range(of: Data([0x21, 0xF9, 4])) {
            data[control.upperBound - 1] = 3
            data.remove(at: control.upperBound + 3)
        }
        #expect(try #require(AnimationInfo(of: data)).delays == [.milliseconds(100), .milliseconds(100)])
        #expect(try Self.transparentColours(of: data) == [nil, nil])
    }

    private static func transparentColours(of data: Data) throws -> [Int?] {
        let header = try #require(AnimationInfo(of: data))
        let frames = try AnimationPart(of: data, from: header.position(of: 0), count: header.delays.count).frames
        let colours = frames.map { frame -> Int? in
            guard case .gif(let pixels) = frame.pixels else { return nil }
            return pixels.transparentColour
        }
        #expect(try GIFFrame(firstOf: ByteReader(data)).transparentColour == colours[0])
        return colours
    }

    @Test func `An animation with too large a canvas, or one too large frame, is above every budget`() throws {
        var gif = AnimatedGIF(15_000, 10_001, frames: [.init(1, 1), .init(1, 1)])
        #expect(try #require(AnimationInfo(of: gif.data)).cost.estimatedBytes(1) >= 1 << 50)
        gif.height = 10_000
        #expect(try #require(AnimationInfo(of: gif.data)).cost.estimatedBytes(1) < 2 << 30)
        (gif.width, gif.height) = (1, 1)
        (gif.frames[1].width, gif.frames[1].height) = (15_000, 10_001)
        let cost = try #require(AnimationInfo(of: gif.data)).cost
        #expect(cost.estimatedBytes(1) >= 1 << 50)
        #expect(cost.drawnPixels(2) == 2 * (15_000 * 10_001 + 1))
        #expect(cost.drawnPixels(.max) == .max)
    }
}
