import DecoderProcess
import EssentialFeed
import Foundation
import ImageFormats
import Logging

/// Makes smaller images in processes of their own.
struct DecoderSizes: SizeEncoder {
    private let decoders: DecoderPool

    init(_ program: DecoderProgram, logger: Logger) {
        var limits = DecoderLimits()
        // Another processor is left for those who look at photos meanwhile.
        limits.decoders = 1
        // Nobody looks at a card meanwhile, and a busy machine should cost no photo.
        limits.patience = 10
        limits.budget = 512 << 20
        decoders = DecoderPool(program: program, limits: limits) { error in
            logger.warning("\(PlainText.line("\(error)"))")
        }
    }

    func images(of photo: Data, longEdges: [Int]) async throws -> EncodedPhoto {
        do {
            let sizes = try await decoders.sizes(of: photo, longEdges: longEdges)
            return EncodedPhoto(images: sizes.images.map(\.data), placeholder: sizes.placeholder)
        } catch let error as PictureError {
            throw error == .noMemory ? SizeEncoderError.gaveUp(error) : .undecodable(error)
        } catch DecoderError.tookTooLong {
            throw SizeEncoderError.gaveUp(DecoderError.tookTooLong)
        } catch let error as DecoderError {
            throw error.isTransient ? SizeEncoderError.unavailable(error) : .undecodable(error)
        }
    }
}
