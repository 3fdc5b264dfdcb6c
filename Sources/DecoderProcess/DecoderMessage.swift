import Foundation
package import ImageFormats

/// A message between a decoder and its client: JSON in one packet of a socket.
package protocol DecoderPacket: Codable {}

extension DecoderPacket {
    /// The maximum length of a message, in bytes. Larger values are in shared memory.
    package static var maximumCount: Int { 4_096 }

    package init?(_ bytes: some Collection<UInt8>) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch {
            return nil
        }
    }

    package var bytes: [UInt8] {
        do {
            return Array(try JSONEncoder().encode(self))
        } catch {
            preconditionFailure("a message of numbers and texts can't be encoded: \(error)")
        }
    }
}

package enum DecoderMessage: Hashable, Sendable, DecoderPacket {
    /// The decoder is ready for requests, with these sandbox features in force.
    case hello(Confinement)
    /// The decoder has finished the request with this number.
    case answer(number: Int, DecoderAnswer)
}

package enum DecoderAnswer: Hashable, Sendable, Codable {
    case picture(PixelSize, PixelLayout)
    /// The memory holds a placeholder and JPEGs of these lengths, in the order of the requested sizes.
    case sizes(placeholderCount: Int, imageCounts: [Int])
    /// The memory holds this number of animation frames, and the canvas after the last one.
    case frames(Int)
    case failed(PictureError)
    /// The decoder can't read the request's memory.
    case unknownTask
}

/// A request to a decoder. Two descriptors are sent with it: one for the encoded data and one for the result's memory.
package struct DecoderRequest: Hashable, Sendable, DecoderPacket {
    package internal(set) var number: Int
    package let task: DecoderTask
    package let encodedCount: Int
    /// The length of the memory for the result, in bytes.
    package let resultCount: Int
    /// The most memory that decoding may use, in bytes.
    package let budget: Int
    package let timeLimit: PictureTimeLimit
}
