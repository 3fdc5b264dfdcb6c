public import Foundation

extension ImageMetadata {
    /// Reads the metadata of encoded data. Broken or truncated metadata is ignored.
    public init(of data: Data, format: ImageFormat) {
        self = Self.read(ByteReader(data), format)
    }

    /// Reads the metadata of bytes that are read on demand, like ``init(of:format:)``.
    /// - Throws: The error of the source.
    public init<Source: ByteSource>(of source: Source, format: ImageFormat) throws(Source.Failure) {
        self = try ByteReader.read(source) { Self.read($0, format) }
    }

    private static func read(_ reader: ByteReader, _ format: ImageFormat) -> ImageMetadata {
        switch format {
        case .jpeg: JPEGMetadata.read(reader)
        case .png: PNGMetadata.read(reader)
        case .webp: WebPMetadata.read(reader)
        case .avif, .heic: ISOMetadata.read(reader)
        case .gif: ImageMetadata()
        }
    }
}
