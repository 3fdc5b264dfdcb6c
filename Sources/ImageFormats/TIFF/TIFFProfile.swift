package import Foundation

/// The ICC profile of a TIFF.
package enum TIFFProfile {
    /// Returns the profile, or `nil` if there is none or it is cut short.
    package static func find(_ reader: ByteReader) -> Data? {
        do throws(ImageFormatError) {
            return try TIFFDirectory(reader).place(tag).flatMap { reader.bytes(in: $0) }
        } catch {
            return nil
        }
    }

    static let tag = 34675
}
