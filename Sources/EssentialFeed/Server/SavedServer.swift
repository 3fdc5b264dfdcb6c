public import Foundation

/// A server that the app remembers: one with an address, or a folder of photos that the app serves itself.
public enum SavedServer: Hashable, Sendable {
    /// A server with an address, which has no user info.
    case address(ServerAddress)
    /// A folder on this machine.
    case folder(URL)

    /// Reads what ``text`` wrote: the address of a server, or the URL of a folder.
    /// - Throws: ``ServerAddressError`` if the text is neither.
    public init(_ text: String) throws(ServerAddressError) {
        guard text.utf8.count <= TypedServerAddress.maximumBytes else { throw ServerAddressError(text) }
        if let url = URL(string: text), url.isFileURL, url.host() ?? "" == "", url.path().hasPrefix("/") {
            self = .folder(path: url.path(percentEncoded: false))
        } else {
            self = .address(try ServerAddress(text).withoutUserInfo)
        }
    }

    /// Creates the server of a folder. A slash at the end of the path makes no difference.
    public static func folder(path: String) -> SavedServer {
        .folder(URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL)
    }

    /// The server as a text that settings hold and ``init(_:)`` reads.
    public var text: String {
        switch self {
        case .address(let address): address.displayText
        case .folder(let url): url.absoluteString
        }
    }

    /// The name by which people know the server: its address without the scheme, or the folder's name.
    public var name: String {
        switch self {
        case .address(let address):
            String(address.displayText.drop { $0 != "/" }.drop { $0 == "/" })
        case .folder(let url): url.lastPathComponent
        }
    }

    /// The address; `nil` for a folder.
    public var address: ServerAddress? {
        if case .address(let address) = self { address } else { nil }
    }
}

/// The servers that the app remembers, in the order in which they came, and the one that is shown.
public struct SavedServers: Hashable, Sendable {
    /// A server that was removed, with what it takes to restore it.
    public struct Removal: Hashable, Sendable {
        /// The server.
        public let server: SavedServer
        /// Whether it was the one that is shown.
        public let wasCurrent: Bool
        let position: Int
    }

    /// All servers, each once.
    public private(set) var all: [SavedServer]
    /// The server that is shown, or was last; one of all.
    public private(set) var current: SavedServer?

    /// Creates the list. A server that occurs twice counts once, and a current one that isn't among all is added to them.
    public init(_ all: [SavedServer] = [], current: SavedServer? = nil) {
        self.all = []
        for server in all + [current].compactMap(\.self) where !self.all.contains(server) { self.all.append(server) }
        self.current = current
    }

    /// Makes a server the current one, and adds it at the end if it is new.
    public mutating func show(_ server: SavedServer) {
        if !all.contains(server) { all.append(server) }
        current = server
    }

    /// Removes a server. If it is the current one, the one that takes its place in the list becomes current, or else the one
    /// before it.
    /// - Returns: What restores it; `nil` if there is no such server.
    public mutating func remove(_ server: SavedServer) -> Removal? {
        guard let position = all.firstIndex(of: server) else { return nil }
        let removal = Removal(server: server, wasCurrent: server == current, position: position)
        all.remove(at: position)
        if removal.wasCurrent { current = all.isEmpty ? nil : all[min(position, all.count - 1)] }
        return removal
    }

    /// Puts a removed server back where it was, and makes it the current one if it was that.
    public mutating func restore(_ removal: Removal) {
        if !all.contains(removal.server) { all.insert(removal.server, at: min(removal.position, all.count)) }
        if removal.wasCurrent { current = removal.server }
    }
}
