import EssentialFeed
import Foundation
import SystemPackage

enum CatalogError: Error, Hashable, TranslatedError {
    case inUse
    case newerVersion
    /// A row has a value that the program never writes.
    case damaged
    /// The database has tables or triggers that the program never makes.
    case foreign
    /// Another state folder has taken the place of the one with the catalog.
    case replaced
    case system(Errno)

    var message: Message {
        switch self {
        case .inUse: Message("another server uses it")
        case .newerVersion: Message("a newer version of this program wrote it")
        case .damaged: Message("it is damaged")
        case .foreign: Message("it has tables or triggers that this program doesn’t make")
        case .replaced: Message("another state folder has taken its place; restart the server")
        case .system(let errno): Message(verbatim: errno.description)
        }
    }
}
