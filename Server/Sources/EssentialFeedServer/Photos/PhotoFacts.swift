public import EssentialFeed
import Foundation
import ImageFormats
import SystemPackage

/// The facts that a photo's bytes determine. Files with the same bytes have the same facts.
struct PhotoFacts: Hashable, Sendable {
    let digest: ContentDigest
    let format: ImageFormat
    let metadata: ImageMetadata
    /// The size of the upright picture.
    var size: PixelSize
    var animation: PhotoAnimation
}

/// To whom a photo is sent as the animation that its file contains, without metadata. All other photos are re-encoded.
enum PhotoAnimation: Int, Sendable {
    /// Never: the photo is a still, or the frames would look different without their metadata.
    case none = 0
    /// To readers who may have originals.
    case original = 1
    /// To everyone: the animation is no larger than the medium size.
    case medium = 2
}

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
        guard let (format, header) = try Self.header(of: file) else { return nil }
        self.init(
            digest: try ContentDigest(of: file), format: format, metadata: try ImageMetadata(of: file, format: format),
            size: header.uprightSize, animation: try PhotoAnimation(header, file))
    }

    /// Reads the facts that drawing a picture needs; blocks.
    ///
    /// Returns `nil` if the file isn't a picture in a supported format.
    /// - Throws: The same errors as ``init(reading:)``.
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

extension PhotoAnimation {
    fileprivate init(_ header: ImageHeader, _ file: OpenFile) throws {
        do {
            _ = try CleanedAnimation(of: file)
            let isSmall = max(header.size.width, header.size.height) <= ServedSize.medium.longEdge
            self = isSmall ? .medium : .original
        } catch is ImageFormatError {
            self = .none
        }
    }
}

extension OpenFile: ByteSource {
    /// - Throws: ``FileError``; ``FileError/changed`` if the file has become shorter.
    func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
        guard let bytes = try bytes(at: range.lowerBound, count: range.count) else { throw .changed }
        return bytes
    }
}

struct Photo: Sendable {
    let id: UUID
    /// The photo folder, with symbolic links resolved.
    let root: FilePath
    let path: FolderPath
    let stamp: FileStamp
    let facts: PhotoFacts
    let date: Date
    let description: String?
    /// Whether the file was re-encoded, so that people may get it as it is.
    var isDrawn = false
}

/// The texts of the folder's document, by file.
struct FolderTexts: Sendable {
    let document: FeedDocument
    private var positions: [FolderPath: Int] = [:]
    private var targets: [FolderPath: FolderPath] = [:]

    /// - Parameter target: Returns the target of a symbolic link to a file inside the folder, or `nil` for any other path.
    init(_ document: FeedDocument = FeedDocument(), target: (FolderPath) -> FolderPath? = { _ in nil }) {
        self.document = document
        for (position, entry) in document.entries.enumerated() {
            let path = FolderPath(entry.file)
            positions[path] = min(position, positions[path] ?? position)
            if let target = target(path) {
                targets[path] = target
                positions[target] = min(position, positions[target] ?? position)
            }
        }
    }

    /// The paths of all entries and the targets of their links.
    var paths: some Collection<FolderPath> { positions.keys }

    /// Returns the position of a file's first entry, or `nil` if no entry describes the file.
    func position(of path: FolderPath) -> Int? {
        positions[path]
    }

    /// Returns the target of an entry's path if the path is a symbolic link.
    func target(of path: FolderPath) -> FolderPath? {
        targets[path]
    }
}

/// The reason the photo folder can't be served.
public enum PhotoFolderError: Error, Sendable, CustomStringConvertible, TranslatedError {
    /// The folder doesn't exist, isn't a folder or can't be read.
    case unreadable(String, any Error)
    /// The feed document has an error.
    case invalidDocument(FeedDocumentError)
    /// The document with this name exists but can't be read.
    case unreadableDocument(String, any Error)

    /// One line that says what is wrong and what to do.
    public var description: String { Language.english.text(message) }

    package var message: Message {
        switch self {
        case .unreadable(let folder, let error):
            Message("can’t read the folder \(folder): \(error); choose another folder")
        case .invalidDocument(let error): error.message
        case .unreadableDocument(let name, let error):
            Message("can’t read \(name): \(error); make it readable or remove it")
        }
    }
}
