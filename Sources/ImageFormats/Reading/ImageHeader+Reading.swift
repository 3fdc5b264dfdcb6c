public import Foundation

extension ImageHeader {
    /// Reads the header of encoded data.
    /// - Throws: ``ImageFormatError/unknownFormat`` for an unknown format; ``ImageFormatError/malformed(_:)`` if the
    ///   header is broken or truncated.
    public init(of data: Data) throws(ImageFormatError) {
        try self.init(ByteReader(data))
    }

    /// Reads the header of bytes that are read on demand, like ``init(of:)``.
    /// - Throws: ``ImageFormatError``, or the error of the source.
    public init<Source: ByteSource>(of source: Source) throws {
        self = try ByteReader.read(source) { reader in
            Result { () throws(ImageFormatError) in try ImageHeader(reader) }
        }.get()
    }

    private init(_ reader: ByteReader) throws(ImageFormatError) {
        switch ImageFormat(of: reader.prefix(of: 0..<64)) {
        case .jpeg: self = try JPEGHeader(reader).image
        case .png: self = try PNGHeader(reader).image
        case .webp: self = try WebPHeader(reader).image
        case .gif: self = try GIFHeader(reader).image
        case .avif: self = try ISOHeader(reader, .avif).image
        case .heic: self = try ISOHeader(reader, .heic).image
        case nil: throw .unknownFormat
        }
    }
}
