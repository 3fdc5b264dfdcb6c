public import EssentialFeed
import Foundation

/// The reason the photo folder can't be served.
public enum PhotoFolderError: Error, Sendable, CustomStringConvertible, TranslatedError {
    /// The folder doesn't exist, isn't a folder or can't be read.
    case unreadable(String, any Error)
    /// The feed document has an error.
    case invalidDocument(FeedDocumentError)
    /// The document with this name exists but can't be read.
    case unreadableDocument(String, any Error)

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
