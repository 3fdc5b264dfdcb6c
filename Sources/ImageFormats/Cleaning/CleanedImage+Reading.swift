public import Foundation

extension CleanedImage {
    /// Cleans encoded data.
    /// - Throws: ``ImageFormatError/uncleanable(_:)`` for data that can't be cleaned reliably;
    ///   ``ImageFormatError/malformed(_:)`` and ``ImageFormatError/unknownFormat``. Don't show such data to users who
    ///   may not see its metadata.
    public init(of data: Data) throws(ImageFormatError) {
        try self.init(ByteReader(data))
    }

    /// Cleans bytes that are read on demand, like ``init(of:)``.
    /// - Throws: ``ImageFormatError``, or the error of the source.
    public init<Source: ByteSource>(of source: Source) throws {
        self = try ByteReader.read(source) { reader in
            Result { () throws(ImageFormatError) in try CleanedImage(reader) }
        }.get()
    }

    /// Reads a range of the cleaned image from the original's source.
    /// - Parameter range: The range may extend past the end of the image, where nothing is read.
    /// - Throws: The error of the source.
    public func bytes<Source: ByteSource>(in range: Range<Int>, of original: Source) throws(Source.Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces(in: range) {
            switch piece {
            case .original(let place): bytes += try original.bytes(in: place)
            case .literal(let literal): bytes += literal
            }
        }
        return bytes
    }

    private init(_ reader: ByteReader) throws(ImageFormatError) {
        guard let format = ImageFormat(of: reader.prefix(of: 0..<64)) else { throw .unknownFormat }
        let pieces =
            switch format {
            case .jpeg: try JPEGCleaning.pieces(reader)
            case .png: try PNGCleaning.pieces(reader)
            case .webp: try WebPCleaning.pieces(reader)
            case .gif: try GIFCleaning.pieces(reader)
            case .heic, .avif: try ISOCleaning.pieces(reader)
            }
        self.init(format: format, pieces)
    }
}
