import EssentialFeed
import Foundation
import ImageFormats

/// The facts that a photo's bytes determine. Files with the same bytes have the same facts.
struct PhotoFacts: Hashable, Sendable {
    /// The formats that the server supports.
    static let formats: Set<ImageFormat> = [.jpeg, .png, .webp, .gif, .heic, .avif]

    let digest: ContentDigest
    let format: ImageFormat
    let metadata: ImageMetadata
    /// The size of the upright picture.
    var size: PixelSize
    var cleaning: PhotoCleaning
}

/// The extent to which a photo's file may be sent.
enum PhotoCleaning: Int, Sendable {
    /// Not at all: the metadata can't be removed reliably.
    case impossible = 0
    /// The file without its metadata, to readers who may have originals.
    case possible = 1
    /// The file without its metadata, to everyone: it is upright, sRGB, and no larger than the medium size.
    case sufficient = 2
}

/// An error for a file that ends before its picture does.
struct IncompletePictureError: Error {}

/// An error for a picture that is never decoded, because it has too many pixels.
struct PictureTooLargeError: Error {
    let size: PixelSize
}

extension PhotoFacts {
    /// Reads and hashes the file; blocks.
    ///
    /// Returns `nil` if the file isn't a picture in a supported format.
    /// - Throws: ``IncompletePictureError``, ``PictureTooLargeError``, or ``FileError`` if the file can't be read or
    ///   changes during the read.
    init?(reading file: OpenFile) throws {
        guard let head = try file.bytes(at: 0, count: min(64, file.count)),
            let format = ImageFormat(of: Data(head)), Self.formats.contains(format)
        else { return nil }
        let isCleanable = try PhotoCleaning.isPossible(file)
        // A cleanable JPEG has already been read to its end.
        guard try isCleanable && format == .jpeg || format.hasEnd(in: file) else { throw IncompletePictureError() }
        let header: ImageHeader
        do {
            header = try ImageHeader(of: file)
        } catch is ImageFormatError {
            return nil
        }
        guard header.size.pixelCount <= PictureHeader.maximumPixels else {
            throw PictureTooLargeError(size: header.size)
        }
        self.init(
            digest: try ContentDigest(of: file), format: format, metadata: try ImageMetadata(of: file, format: format),
            size: header.uprightSize, cleaning: isCleanable ? try PhotoCleaning(cleanable: header, file) : .impossible)
    }
}

extension PhotoCleaning {
    fileprivate static func isPossible(_ file: OpenFile) throws -> Bool {
        do {
            _ = try CleanedImage(of: file)
            return true
        } catch is ImageFormatError {
            return false
        }
    }

    fileprivate init(cleanable header: ImageHeader, _ file: OpenFile) throws {
        let isSmall = max(header.size.width, header.size.height) <= ServedSize.medium.longEdge
        let isReady = isSmall && header.orientation == .topLeft && header.channels <= (header.hasAlpha ? 4 : 3)
        self = try isReady && !header.format.hasProfile(in: file) ? .sufficient : .possible
    }
}
