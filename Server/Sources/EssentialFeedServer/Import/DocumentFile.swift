import EssentialFeed
import Foundation
import SystemPackage

/// The file that describes the photos of a folder.
enum DocumentFile {
    /// The paths of documents, which aren't photos.
    static let paths = Set(FeedDocument.names.map(FolderPath.init))

    /// Returns the documents' stamps, which change if any document changes; blocks.
    static func stamps(in root: FilePath) -> [FileStamp?] {
        FeedDocument.names.map { name in
            do throws(Errno) {
                return FileStamp(try root.appending(name).stat())
            } catch {
                return nil
            }
        }
    }

    /// Returns the document with the highest precedence, and a notice about each of the other documents; blocks.
    static func read(in root: FilePath) throws(PhotoFolderError) -> (texts: FolderTexts, ignored: [IndexNotice]) {
        let names = FeedDocument.names.filter { root.appending($0).isThere }
        guard let name = names.first else { return (FolderTexts(), []) }
        do {
            let document = try FeedDocument(of: try OpenFile(FolderPath(name), in: root), named: name)
            let texts = FolderTexts(document) { target(of: $0, in: root) }
            return (texts, names.dropFirst().map { .ignoredDocument($0, for: name) })
        } catch let error as FeedDocumentError {
            throw .invalidDocument(error)
        } catch {
            throw .unreadableDocument(name, error)
        }
    }

    /// Returns the target of a link to a visible file inside the folder, or `nil` for any other path.
    private static func target(of link: FolderPath, in root: FilePath) -> FolderPath? {
        let location = link.location(in: root)
        guard var path = location.resolved(), path != location, path.removePrefix(root),
            !path.components.contains(where: { $0.string.utf8.first == UInt8(ascii: ".") })
        else { return nil }
        return path.withPlatformString { name in
            FolderPath(bytes: UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
        }
    }
}
