public import Foundation

extension ImageHeader {
    /// Reads the header of encoded data.
    /// - Throws: ``ImageFormatError/unknownFormat`` for data of no known format; ``ImageFormatError/malformed(_:)`` if the
    ///   header is broken or cut short.
    public init(of data: Data) throws(ImageFormatError) {
        try self.init(ByteReader(data))
    }

    /// Reads the header of bytes that are read as needed, as ``init(of:)`` does.
    /// - Throws: ``ImageFormatError``, or the error of the source.
    public init<Source: ByteSource>(of source: Source) throws {
        self = try ByteReader.read(source) { reader in
            Result { () throws(ImageFormatError) in try ImageHeader(reader) }
        }.get()
    }

    private init(_ reader: ByteReader) throws(ImageFormatError) {
        switch ImageFormat(signatureOf: reader.prefix(of: 0..<64)) {
        case .jpeg: self = try JPEGHeader(reader).image
        case .png: self = try PNGHeader(reader).image
        case .webp: self = try WebPHeader(reader).image
        case .gif: self = try GIFHeader(reader).image
        case .tiff: self = try TIFFHeader(reader).image
        case .bmp: self = try BMPHeader(reader).image
        case .avif: self = try ISOHeader(reader, .avif).image
        case .heic: self = try ISOHeader(reader, .heic).image
        case nil: throw .unknownFormat
        }
    }
}
