public import Foundation

extension ImageFormat {
    /// Returns whether the data ends with the format's end marker, so that a body of unknown length is known to be
    /// complete.
    ///
    /// A JPEG may be padded with zeros.
    public func isWhole(_ data: Data) -> Bool {
        switch self {
        case .jpeg: JPEGEnd.isLast(in: data)
        case .png: PNGEnd.isLast(in: data)
        case .gif: GIFEnd.isLast(in: data)
        case .webp: WebPEnd.isPresent(ByteReader(data))
        case .avif, .heic: ISOEnd.isLast(ByteReader(data))
        }
    }

    /// Returns whether the format's end marker is present. Ignores data after it, such as videos that phones append.
    ///
    /// Walks the data once.
    public func hasEnd(in data: Data) -> Bool { hasEnd(ByteReader(data)) }

    /// Returns the same as ``hasEnd(in:)`` for bytes that are read on demand.
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
        }
    }
}
