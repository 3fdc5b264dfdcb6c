package import DecoderProcess
package import EssentialFeed
package import Foundation
package import GtkKit
package import ImageFormats
package import ImagePipeline

package nonisolated struct TextureDecoder: ImageDecoder {
    private let pool: DecoderPool

    package init(_ pool: DecoderPool) { self.pool = pool }

    package func prepare(_ data: Data, for size: PixelSize) throws -> PreparedDecode<Texture> {
        let plan = try DecodePlan(of: data)
        return PreparedDecode(estimatedBytes: try pool.estimatedBytes(plan, filling: size)) { [pool] in
            let picture = try await pool.picture(of: data, plan, filling: size)
            return Texture(picture, isAnimated: AnimationInfo.isAnimation(data))
        }
    }

    /// Decodes the data. Once started, decoding runs to its end even if it is cancelled.
    package func decode(_ data: Data, for size: PixelSize) async throws -> Texture {
        try await prepare(data, for: size).decode()
    }

    /// Returns `nil` if the data is a still image or isn't an image. Throws a `PictureError`.
    package func animation(of data: Data) async throws -> (any Animation<Texture>)? {
        try await pool.animation(of: data).map { TextureAnimation($0) }
    }

    /// Returns `true` unless the error is caused by the format, memory, size, time or decoder process.
    package func isDataBroken(accordingTo error: any Error) -> Bool {
        switch error as? PictureError {
        case .undecodable: true
        case .unsupportedFormat, .unsupportedCoding, .noMemory, .tooLarge, .tooSlow: false
        case nil: !(error is DecoderError)
        }
    }

    package func cost(of picture: Texture) -> Int { picture.bytes }
}

nonisolated extension Texture {
    package convenience init(_ picture: DecodedPicture, isAnimated: Bool = false) {
        self.init(
            size: (picture.size.width, picture.size.height), isOpaque: picture.layout == .rgb,
            pixels: picture.pixels, owner: picture, isAnimated: isAnimated)
    }
}

nonisolated extension DecoderError: FeedImageErrorConvertible {
    /// Data that crashes a decoder will do so on every attempt. A timeout may not recur when the system is less busy.
    package var feedImageError: FeedImageError {
        switch self {
        case .ended, .protocolViolation: .damaged
        case .unavailable: .noDecoder
        case .tookTooLong, .lessConfined, .closed: .other
        }
    }
}

nonisolated extension PictureError: FeedImageErrorConvertible {
    /// Undecodable data counts as damaged, unless the decoder reports another reason.
    package var feedImageError: FeedImageError {
        switch self {
        case .undecodable: .damaged
        case .unsupportedFormat, .unsupportedCoding: .unsupportedFormat
        case .noMemory: .other
        // An image that needs too much will fail on the next attempt, too.
        default: .tooLarge
        }
    }
}

nonisolated struct TextureAnimation: Animation {
    private let animation: DecoderAnimation

    init(_ animation: DecoderAnimation) { self.animation = animation }
    var header: AnimationInfo { animation.header }
    func next() async throws -> [Texture] { try await animation.next().map { Texture($0) } }
}

extension Texture {
    /// The texture is longer than the hash's picture by this factor. If both edges have at most 128 pixels, GTK 4.8's
    /// GL renderer mixes the colours of the left and right edges.
    private static let stretch = 5

    convenience init?(placeholder bytes: Data) {
        guard let hash = ThumbHash(Array(bytes)) else { return nil }
        let isWide = hash.size.width >= hash.size.height
        var pixels = hash.pixels
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[index + 3])
            let (red, green, blue) = (pixels[index], pixels[index + 1], pixels[index + 2])
            pixels[index] = UInt8(Int(blue) * alpha / 255)
            pixels[index + 1] = UInt8(Int(green) * alpha / 255)
            pixels[index + 2] = UInt8(Int(red) * alpha / 255)
        }
        let owner = NSData(data: Data(Self.stretched(pixels, hash.size, isWide: isWide)))
        self.init(
            size: (hash.size.width * (isWide ? Self.stretch : 1), hash.size.height * (isWide ? 1 : Self.stretch)),
            isOpaque: false, pixels: UnsafeRawBufferPointer(start: owner.bytes, count: owner.length), owner: owner)
    }

    private static func stretched(_ pixels: [UInt8], _ size: PixelSize, isWide: Bool) -> [UInt8] {
        let (length, lines) = isWide ? (size.width, size.height) : (size.height, size.width)
        let next = isWide ? 4 : lines * 4
        let (nextLine, nextNewLine) = isWide ? (length * 4, length * stretch * 4) : (4, 4)
        var result = [UInt8](repeating: 0, count: pixels.count * stretch)
        for place in 0..<length * stretch {
            // The distance from the middle of the first pixel, in units of 1 / (2 × stretch) of a pixel.
            let parts = max(0, 2 * place + 1 - stretch)
            let (first, part) = parts.quotientAndRemainder(dividingBy: 2 * stretch)
            let second = min(first + 1, length - 1)
            for line in 0..<lines {
                for channel in line * nextLine..<line * nextLine + 4 {
                    let (from, to) = (Int(pixels[channel + first * next]), Int(pixels[channel + second * next]))
                    result[channel - line * nextLine + line * nextNewLine + place * next] =
                        UInt8(from + (to - from) * part / (2 * stretch))
                }
            }
        }
        return result
    }
}
