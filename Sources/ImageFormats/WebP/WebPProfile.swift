package import Foundation

/// The ICC profile of a WebP.
package enum WebPProfile {
    /// Returns the available part of the profile, or `nil` if there isn't one.
    package static func find(_ reader: ByteReader) -> Data? {
        guard reader.name(at: RIFFChunks.start) == RIFFChunks.extended else { return nil }
        return RIFFChunks(reader).first { $0.name == RIFFChunks.profile }.map { reader.prefix(of: $0.content) }
    }
}
