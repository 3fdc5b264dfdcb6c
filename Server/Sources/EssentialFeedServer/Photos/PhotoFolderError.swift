import EssentialFeed

/// The reason the photo folder can't be served.
public enum PhotoFolderError: Error, Sendable, CustomStringConvertible {
    /// The folder doesn't exist, isn't a folder or can't be read.
    case unreadable(String, any Error)
    /// The feed document has an error.
    case invalidDocument(FeedDocumentError)
    /// The document with this name exists but can't be read.
    case unreadableDocument(String, any Error)

    /// One line that says what to do.
    public var description: String {
        switch self {
        case .unreadable(let folder, let error):
            "cannot read the folder \(PlainText.line(folder)): \(error); choose another folder"
        case .invalidDocument(let error): error.description
        case .unreadableDocument(let name, let error): "cannot read \(name): \(error); make it readable or remove it"
        }
    }
}
