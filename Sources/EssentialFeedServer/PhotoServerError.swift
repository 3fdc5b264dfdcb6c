/// Why the server does not start.
///
/// Only a port that is taken may be free at the next attempt; everything else stays until somebody changes it.
public enum PhotoServerError: Error, CustomStringConvertible {
    /// The folder is not there, is no folder, or cannot be read.
    case folderMissing(String, any Error)
    case document(FeedDocumentError)
    /// `feed.json` is there and cannot be read.
    case documentUnreadable(any Error)
    case configuration(PhotoServerConfiguration.Mistake)
    case portTaken(host: String, port: Int)
    /// The address cannot be listened on: no such host, not one of this machine's, or not allowed.
    case cannotListen(host: String, port: Int, any Error)

    public var isTransient: Bool {
        if case .portTaken = self { true } else { false }
    }

    /// One line that says what to do.
    public var description: String {
        switch self {
        case .folderMissing(let folder, let error):
            "cannot read the folder \(PlainText.line(folder)): \(error); give another folder"
        case .document(let error): error.description
        case .documentUnreadable(let error): "cannot read feed.json: \(error); make it readable or remove it"
        case .configuration(let mistake): mistake.description
        case .portTaken(let host, let port):
            "port \(port) of \(PlainText.line(host)) is taken; choose another with --port, or 0 for a free one"
        case .cannotListen(let host, let port, let error):
            "cannot listen on \(PlainText.line(host)), port \(port): \(error); choose another with --host or --port"
        }
    }
}
