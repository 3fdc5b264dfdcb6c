import EssentialFeed
import Foundation
import Synchronization
import SystemPackage

/// The folder's document, as last read without an error.
final class FolderDocument: Sendable {
    private let root: FilePath
    /// The exclusions in addition to the document's.
    private let excluded: [PathPattern]
    private let state: Mutex<State>

    private struct State {
        var stamps: [FileStamp?]
        var texts: FolderTexts
        var notices: [FolderNotice]
    }

    /// Reads the document; blocks.
    init(in root: FilePath, excluding excluded: [PathPattern] = []) throws(PhotoFolderError) {
        (self.root, self.excluded) = (root, excluded)
        let stamps = DocumentFile.stamps(in: root)
        let (texts, ignored) = try DocumentFile.read(in: root)
        state = Mutex(State(stamps: stamps, texts: texts, notices: ignored))
    }

    var texts: FolderTexts { state.withLock { $0.texts } }

    var exclusion: Exclusion { Exclusion(patterns: excluded + texts.document.excluded) }

    var notices: [FolderNotice] { state.withLock { $0.notices } }

    /// Reads the document again if it has changed; blocks. After an error, keeps the previous texts.
    /// - Returns: `true` if any document's stamp has changed, even if reading then failed.
    func reload() -> Bool {
        let stamps = DocumentFile.stamps(in: root)
        guard stamps != state.withLock({ $0.stamps }) else { return false }
        do throws(PhotoFolderError) {
            let (texts, ignored) = try DocumentFile.read(in: root)
            state.withLock { $0 = State(stamps: stamps, texts: texts, notices: ignored) }
        } catch {
            state.withLock { state in
                state.stamps = stamps
                state.notices = [.documentNotRead(reason: error.description)]
            }
        }
        return true
    }
}

/// The file that describes the photos of a folder.
enum DocumentFile {
    /// The paths of documents, which aren't photos.
    static let paths = Set(FeedDocument.names.map(FolderPath.init))

    /// Returns the documents' stamps, which change if any document changes; blocks.
    static func stamps(in root: FilePath) -> [FileStamp?] {
        FeedDocument.names.map { FileStamp(atEndOfLinks: root.appending($0)) }
    }

    /// Returns the document with the highest precedence, and a notice about each of the other documents; blocks.
    static func read(in root: FilePath) throws(PhotoFolderError) -> (texts: FolderTexts, ignored: [FolderNotice]) {
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

    /// Returns the target of a symbolic link. Returns `nil` for any other path, and for a link to an item that isn't
    /// served.
    private static func target(of link: FolderPath, in root: FilePath) -> FolderPath? {
        guard case .inside(let target) = LinkTarget(of: link, in: root), Exclusion().reason(for: target) == nil else {
            return nil
        }
        return target
    }
}
