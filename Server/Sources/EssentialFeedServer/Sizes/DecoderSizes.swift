import DecoderProcess
import EssentialFeed
import Foundation
import ImageFormats
import Logging

struct EncodedPhoto: Sendable {
    /// A JPEG for each requested long edge, in the same order.
    let images: [Data]
    let placeholder: [UInt8]
    /// The look of the picture, if it was asked for and could be found out.
    var look: PhotoLook?
}

struct DecoderSizes: SizeEncoder {
    let maximumFileSize: Int64 = 512 << 20
    let maximumPhotos: Int
    private let decoders: DecoderPool
    private let isForPosts: Bool
    private let logger: Logger

    /// - Parameter isForPosts: Whether to draw photos without finding out what they look like. That needs a decoder
    ///   again, which may have begun another photo in between.
    init(_ program: DecoderProgram, isForPosts: Bool = false, logger: Logger) {
        (self.isForPosts, self.logger) = (isForPosts, logger)
        var limits = DecoderLimits()
        // These images aren't on screen yet, and photos shouldn't fail because the machine is slow or busy.
        limits.timeLimit = PictureTimeLimit(least: .seconds(5), perMegapixel: .milliseconds(90))
        limits.budget = 512 << 20
        maximumPhotos = limits.decoders
        self.decoders = DecoderPool(program: program, limits: limits) { error in
            logger.warning("\(PlainText.line("\(error)"))")
        }
    }

    func images(of photo: Data, longEdges: [Int]) async throws -> EncodedPhoto {
        do {
            let sizes = try await decoders.sizes(of: photo, longEdges: longEdges)
            var look: PhotoLook?
            if !isForPosts, let smallest = sizes.images.min(by: { $0.size.pixelCount < $1.size.pixelCount }) {
                do {
                    look = try await self.look(of: smallest.data)
                } catch let error as PictureError {
                    logger.warning("can’t tell what a photo looks like: \(PlainText.line("\(error)"))")
                }
            }
            return EncodedPhoto(images: sizes.images.map(\.data), placeholder: sizes.placeholder, look: look)
        } catch let error as PictureError where error != .noMemory {
            throw SizeEncoderError.undecodable(error)
        } catch let error as DecoderError where error.isTransient {
            throw SizeEncoderError.unavailable(error)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // Decoders can also crash or run out of memory for reasons unrelated to this photo.
            throw await isHealthy ? SizeEncoderError.gaveUp(error) : .unavailable(error)
        }
    }

    /// - Throws: The reason the picture can't be decoded, or `CancellationError`.
    func look(of photo: Data) async throws -> PhotoLook {
        let plan = try DecodePlan(of: photo)
        let picture = try await decoders.picture(
            of: photo, plan, filling: plan.image.uprightSize.scaled(toLongEdge: PhotoLook.pictureEdge))
        let (pixels, bytes) = (picture.pixels, picture.layout.bytesPerPixel)
        let look = PhotoLook(width: picture.size.width, height: picture.size.height) { x, y in
            let start = (y * picture.size.width + x) * bytes
            return (Int(pixels[start]) + 2 * Int(pixels[start + 1]) + Int(pixels[start + 2])) / 4
        }
        return withExtendedLifetime(picture) { look }
    }

    private var isHealthy: Bool {
        get async {
            do {
                _ = try await decoders.sizes(of: Self.pixel, longEdges: [1])
                return true
            } catch {
                return false
            }
        }
    }

    private static let pixel = Data(
        base64Encoded: """
            iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
            """)!
}

/// Makes smaller images of a photo: upright, in sRGB, and without metadata.
protocol SizeEncoder: Sendable {
    var maximumFileSize: Int64 { get }
    var maximumPhotos: Int { get }
    /// - Throws: ``SizeEncoderError``, or `CancellationError`.
    func images(of photo: Data, longEdges: [Int]) async throws -> EncodedPhoto
}
