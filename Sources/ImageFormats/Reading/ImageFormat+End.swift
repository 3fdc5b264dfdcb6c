public import Foundation

extension ImageFormat {
    /// Returns whether the data ends with the end that the format marks, so that a body of unknown length is known to be
    /// whole.
    ///
    /// A TIFF marks no end: it is never known to be whole. A JPEG may be padded with zeros.
    public func isWhole(_ data: Data) -> Bool {
        switch self {
        case .jpeg: JPEGEnd.isLast(in: data)
        case .png: PNGEnd.isLast(in: data)
        case .gif: GIFEnd.isLast(in: data)
        case .webp: WebPEnd.isPresent(ByteReader(data))
        case .bmp: BMPEnd.isPresent(ByteReader(data))
        case .avif, .heic: ISOEnd.isLast(ByteReader(data))
        case .tiff: false
        }
    }

    /// Returns whether the end that the format marks is there, whatever follows it: phones append videos and more.
    ///
    /// Walks the data once. Returns `true` for TIFF and BMP, which aren't checked.
    public func hasEnd(in data: Data) -> Bool { hasEnd(ByteReader(data)) }

    /// Returns the same as ``hasEnd(in:)`` for bytes that are read as needed.
    /// - Throws: The error of the source.
    public func hasEnd<Source: ByteSource>(in source: Source) throws(Source.Failure) -> Bool {
        try ByteReader.read(source, hasEnd)
    }

    private func hasEnd(_ reader: ByteReader) -> Bool {
        switch self {
        case .jpeg: JPEGEnd.isPresent(reader)
        case .png: PNGEnd.isPresent(reader)
        case .gif: GIFEnd.isPresent(reader)
        case .webp: WebPEnd.isPresent(reader)
        case .avif, .heic: ISOEnd.isPresent(reader)
        case .tiff, .bmp: true
        }
    }
}
