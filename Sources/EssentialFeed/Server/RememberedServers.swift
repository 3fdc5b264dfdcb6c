/// The servers that the app remembers, in the order in which they came, and the one that is shown.
public struct RememberedServers: Hashable, Sendable {
    /// A server that was removed, with what it takes to restore it.
    public struct Removal: Hashable, Sendable {
        /// The server.
        public let server: RememberedServer
        /// Whether it was the one that is shown.
        public let wasCurrent: Bool
        let position: Int
    }

    /// All servers, each once.
    public private(set) var all: [RememberedServer]
    /// The server that is shown, or that was shown last. It is in ``all``.
    public private(set) var current: RememberedServer?

    /// Creates the list. A server that occurs twice counts once, and the current one is added if it isn't in the list.
    public init(_ all: [RememberedServer] = [], current: RememberedServer? = nil) {
        self.all = []
        for server in all + [current].compactMap(\.self) where !self.all.contains(server) { self.all.append(server) }
        self.current = current
    }

    /// Makes a server the current one, and adds it at the end if it is new.
    public mutating func show(_ server: RememberedServer) {
        if !all.contains(server) { all.append(server) }
        current = server
    }

    /// Removes a server. If it is the current one, the one that takes its place in the list becomes current, or else the one
    /// before it.
    /// - Returns: What restores it; `nil` if there is no such server.
    public mutating func remove(_ server: RememberedServer) -> Removal? {
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
