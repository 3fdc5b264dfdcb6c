/// The servers that the app remembers, in the order in which they were added, and the current one.
public struct RememberedServers: Hashable, Sendable {
    /// A removed server with the information needed to restore it.
    public struct Removal: Hashable, Sendable {
        /// The server.
        public let server: RememberedServer
        /// Whether the server was the current one.
        public let wasCurrent: Bool
        let position: Int
    }

    /// All servers, without duplicates.
    public private(set) var all: [RememberedServer]
    /// The server that is shown, or was shown last. Always contained in ``all``.
    public private(set) var current: RememberedServer?

    /// Creates the list. Duplicates are dropped, and the current server is added if it is missing.
    public init(_ all: [RememberedServer] = [], current: RememberedServer? = nil) {
        self.all = []
        for server in all + [current].compactMap(\.self) where !self.all.contains(server) { self.all.append(server) }
        self.current = current
    }

    /// Makes a server the current one. A new server is added at the end.
    public mutating func show(_ server: RememberedServer) {
        if !all.contains(server) { all.append(server) }
        current = server
    }

    /// Removes a server. If it is the current one, the server after it becomes current, or else the one before it.
    /// - Returns: The information for restoring the server; `nil` if it isn't in the list.
    public mutating func remove(_ server: RememberedServer) -> Removal? {
        guard let position = all.firstIndex(of: server) else { return nil }
        let removal = Removal(server: server, wasCurrent: server == current, position: position)
        all.remove(at: position)
        if removal.wasCurrent { current = all.isEmpty ? nil : all[min(position, all.count - 1)] }
        return removal
    }

    /// Restores a removed server to its position, and makes it current again if it was.
    public mutating func restore(_ removal: Removal) {
        if !all.contains(removal.server) { all.insert(removal.server, at: min(removal.position, all.count)) }
        if removal.wasCurrent { current = removal.server }
    }
}
