/// The state of a file in the catalog, which stores the raw values: none of them may ever change.
enum FileState: Int {
    /// The file of a known photo must be read again; the photo stays published until then.
    case changed = 0
    case unread
    case photo
    /// Another file contains the same photo and sorts first by path.
    case duplicate
    case notAnImage
    case incomplete
    case empty
    case unreadable
    /// The file was being written or removed during the read.
    case unsettled
    case undecodable
    /// The file describes the photos beside it.
    case sidecar
}
