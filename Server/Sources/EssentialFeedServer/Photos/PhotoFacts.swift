import Foundation
import ImageFormats

/// The facts determined by a photo's bytes, with the metadata added by files beside it. Of files with the same bytes, the
/// facts of the first by path with files beside it count.
struct PhotoFacts: Hashable, Sendable {
    /// Increase this with every change to the facts read from the same bytes. Known photos are then read again and keep
    /// their ids and places.
    static let readerVersion = 5

    let digest: ContentDigest
    let format: ImageFormat
    var metadata: ImageMetadata
    var size: PixelSize
    var animation: PhotoAnimation
    /// The digest of the compressed picture without metadata; `nil` if it can't be told.
    var picture: ContentDigest?
    /// The digest of everything that decides how the picture is drawn; `nil` if metadata can't tell.
    var drawing: ContentDigest?
    var look: PhotoLook?
}

struct IncompletePictureError: Error {}

struct PictureTooLargeError: Error {
    let size: PixelSize
}

extension PhotoFacts {
    /// Reads and hashes the file; blocks.
    ///
    /// Returns `nil` if the file isn't a picture in a supported format.
    /// - Throws: ``IncompletePictureError``, ``PictureTooLargeError``, or ``FileError`` if the file can't be read or
    ///   changes during the read.
    init?(reading file: OpenFile, encoding: String.Encoding? = nil) throws {
        guard let format = try Self.format(of: file) else { return nil }
        let bytes = try FileBytes(of: file)
        let parts = try ByteReader.read(bytes) { PictureParts($0, format) }
        guard let header = try Self.header(of: bytes, isComplete: parts.isComplete) else { return nil }
        let digests = try FileDigests(of: bytes, parts, header.orientation)
        self.init(
            digest: digests.file, format: format,
            metadata: try ImageMetadata(of: bytes, format: format, encoding: encoding),
            size: header.uprightSize, animation: try PhotoAnimation(header, bytes), picture: digests.picture,
            drawing: digests.drawing)
    }

    /// Reads the facts needed for drawing a picture; blocks.
    ///
    /// Returns `nil` if the file isn't a picture in a supported format.
    /// - Parameter isComplete: Whether the picture is complete, if that is known.
    /// - Throws: The same errors as ``init(reading:encoding:)``.
    static func header(of source: some ByteSource, isComplete: Bool? = nil) throws -> ImageHeader? {
        guard let format = try Self.format(of: source) else { return nil }
        guard try isComplete ?? format.hasEnd(in: source) else { throw IncompletePictureError() }
        let header: ImageHeader
        do {
            header = try ImageHeader(of: source)
        } catch is ImageFormatError {
            return nil
        }
        guard header.size.pixelCount <= DecodePlan.maximumPixels else {
            throw PictureTooLargeError(size: header.size)
        }
        return header
    }

    private static func format(of source: some ByteSource) throws -> ImageFormat? {
        ImageFormat(of: Data(try source.bytes(in: 0..<min(64, source.count))))
    }
}

/// The bytes of a picture's file, which is read once unless it is too large for the memory.
struct FileBytes: ByteSource {
    /// In bytes. A few files are read at a time.
    private static let maximumInMemory = 32 << 20

    let file: OpenFile
    let content: Data?

    init(of file: OpenFile) throws(FileError) {
        self.file = file
        content = file.count <= Self.maximumInMemory ? try file.data() : nil
    }

    var count: Int { file.count }

    func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
        if let content { [UInt8](content[range]) } else { try file.bytes(in: range) }
    }

    /// - Parameter body: Receives each chunk and its offset.
    func readChunks(_ body: (UnsafeRawBufferPointer, _ offset: Int) -> Void) throws(FileError) {
        guard let content else { return try file.readChunks(body) }
        content.withUnsafeBytes { body($0, 0) }
    }
}

extension OpenFile: ByteSource {}
