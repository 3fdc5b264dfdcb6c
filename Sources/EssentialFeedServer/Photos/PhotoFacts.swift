import EssentialFeed
import Foundation
import ImageFormats

/// What the bytes of a photo determine: two files with the same bytes have the same facts.
struct PhotoFacts: Hashable, Sendable {
    /// The formats that are served.
    static let formats: Set<ImageFormat> = [.jpeg, .png, .webp, .gif, .heic, .avif]

    let digest: ContentDigest
    let format: ImageFormat
    let metadata: ImageMetadata
    /// The size of the upright picture.
    var size: PixelSize
    var cleaning: PhotoCleaning
}

/// How much of a photo's file may be sent.
enum PhotoCleaning: Int, Sendable {
    /// Nothing: the file can't be cleaned of its metadata for sure.
    case impossible = 0
    /// The file without its metadata, to those who may have originals.
    case possible = 1
    /// The file without its metadata, to everybody: it's as small as what would be made of it, upright, and sRGB.
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
    /// Returns `nil` if the file isn't a picture of a format that is served.
    /// - Throws: ``IncompletePictureError``, ``PictureTooLargeError``, or ``FileError`` if the file can't be read or
    ///   changes while it is read.
    init?(reading file: OpenFile) throws {
        guard let head = try file.bytes(at: 0, count: min(64, file.count)),
            let format = ImageFormat(of: Data(head)), Self.formats.contains(format)
        else { return nil }
        let isCleanable = try PhotoCleaning.isPossible(file)
        // A JPEG that can be cleaned has been walked to its end.
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
