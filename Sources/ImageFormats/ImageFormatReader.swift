import Foundation

/// Reads images of one format. ``ImageFormat/reader`` chooses the reader of a format.
protocol ImageFormatReader {
    init(_ reader: ByteReader, _ format: ImageFormat) throws(ImageFormatError)

    var image: ImageHeader { get }

    /// Returns how the image is decoded.
    /// - Parameter byteCount: The number of bytes of encoded data.
    func plan(byteCount: Int) throws(ImageFormatError) -> DecodePlan

    /// Returns whether the data ends with the format's end marker.
    static func isWhole(_ data: Data) -> Bool

    /// Returns whether the format's end marker is present. Ignores any data after it.
    static func hasEnd(_ reader: ByteReader) -> Bool

    /// Returns the colour profile, or `nil` if there isn't one.
    static func profile(_ reader: ByteReader) -> ImageProfile?
}
