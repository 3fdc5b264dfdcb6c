import EssentialFeed
import Synchronization
import SystemPackage

/// The folder's document, as last read without an error.
final class FolderDocument: Sendable {
    private let root: FilePath
    private let state: Mutex<State>

    private struct State {
        /// The documents' stamps when they were last read.
        var stamps: [FileStamp?]
        var texts: FolderTexts
        var notices: [IndexNotice]
    }

    /// Reads the document; blocks.
    init(in root: FilePath) throws(PhotoFolderError) {
        self.root = root
        let stamps = DocumentFile.stamps(in: root)
        let (texts, ignored) = try DocumentFile.read(in: root)
        state = Mutex(State(stamps: stamps, texts: texts, notices: ignored))
    }

    var texts: FolderTexts { state.withLock { $0.texts } }

    /// Notices about the document file.
    var notices: [IndexNotice] { state.withLock { $0.notices } }

    /// Reads the document again if it has changed; blocks. After an error, keeps the previous texts.
    /// - Returns: Whether the document changed.
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
