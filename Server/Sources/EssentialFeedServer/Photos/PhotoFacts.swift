import Foundation
import ImageFormats

/// The facts determined by a photo's bytes, with the metadata added by files beside it. Files with the same bytes have
/// the same facts, those of the last file read.
struct PhotoFacts: Hashable, Sendable {
    /// Increase this with every change to the facts read from the same bytes. Known photos are then read again and keep
    /// their ids and places.
    static let readerVersion = 3

    let digest: ContentDigest
    let format: ImageFormat
    var metadata: ImageMetadata
    var size: PixelSize
    var animation: PhotoAnimation
    /// The digest of the compressed picture without metadata; `nil` if the file is of an earlier catalog.
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
        guard let (format, header) = try Self.header(of: file) else { return nil }
        let parts = try ByteReader.read(file) { PictureParts($0, format) }
        let digests = try FileDigests(of: file, parts, header.orientation)
        self.init(
            digest: digests.file, format: format,
            metadata: try ImageMetadata(of: file, format: format, encoding: encoding),
            size: header.uprightSize, animation: try PhotoAnimation(header, file), picture: digests.picture,
            drawing: digests.drawing)
    }

    /// Reads the facts needed for drawing a picture; blocks.
    ///
    /// Returns `nil` if the file isn't a picture in a supported format.
    /// - Throws: The same errors as ``init(reading:encoding:)``.
    static func header(of file: OpenFile) throws -> (format: ImageFormat, header: ImageHeader)? {
        guard let head = try file.bytes(at: 0, count: min(64, file.count)),
            let format = ImageFormat(of: Data(head))
        else { return nil }
        guard try format.hasEnd(in: file) else { throw IncompletePictureError() }
        let header: ImageHeader
        do {
            header = try ImageHeader(of: file)
        } catch is ImageFormatError {
            return nil
        }
        guard header.size.pixelCount <= DecodePlan.maximumPixels else {
            throw PictureTooLargeError(size: header.size)
        }
        return (format, header)
    }
}

extension OpenFile: ByteSource {
    /// - Throws: ``FileError``; ``FileError/changed`` if the file has become shorter.
    func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
        guard let bytes = try bytes(at: range.lowerBound, count: range.count) else { throw .changed }
        return bytes
    }
}
