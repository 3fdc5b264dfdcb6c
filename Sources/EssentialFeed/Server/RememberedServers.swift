/// The app's remembered servers, in the order of their addition, and the current one.
package struct RememberedServers: Hashable, Sendable {
    /// A removed server with the information needed to restore it.
    package struct Removal: Hashable, Sendable {
        package let server: RememberedServer
        package let wasCurrent: Bool
        let position: Int
        let name: String?
    }

    /// The maximum number of characters in a user's name for a server.
    package static let maximumName = 100

    /// All servers, without duplicates.
    package private(set) var all: [RememberedServer]
    /// The shown server, or the last one shown. Always contained in ``all``.
    package private(set) var current: RememberedServer?
    package private(set) var names: [RememberedServer: String] = [:]

    /// Creates the list. Duplicates are dropped, and the current server is added if it is missing.
    package init(
        _ all: [RememberedServer] = [], current: RememberedServer? = nil, names: [RememberedServer: String] = [:]
    ) {
        self.all = []
        for server in all + [current].compactMap(\.self) where !self.all.contains(server) { self.all.append(server) }
        self.current = current
        for (server, name) in names { rename(server, to: name) }
    }

    /// Returns a server's display name: the user's name for it, or else its own.
    package func name(of server: RememberedServer) -> String { names[server] ?? server.name }

    /// Gives a server in the list a name. An empty name restores the server's own.
    package mutating func rename(_ server: RememberedServer, to name: String) {
        guard all.contains(server) else { return }
        let words = PlainText.clean(String(name.prefix(Self.maximumName))).split(whereSeparator: \.isWhitespace)
        let name = words.joined(separator: " ")
        names[server] = name.isEmpty || name == server.name ? nil : name
    }

    /// Makes a server the current one. A new server is added at the end.
    package mutating func show(_ server: RememberedServer) {
        if !all.contains(server) { all.append(server) }
        current = server
    }

    /// Removes a server; returns `nil` if it isn't in the list. If it is the current one, the server after it becomes
    /// current, or else the one before it.
    package mutating func remove(_ server: RememberedServer) -> Removal? {
        guard let position = all.firstIndex(of: server) else { return nil }
        let name = names.removeValue(forKey: server)
        let removal = Removal(server: server, wasCurrent: server == current, position: position, name: name)
        all.remove(at: position)
        if removal.wasCurrent { current = all.isEmpty ? nil : all[min(position, all.count - 1)] }
        return removal
    }

    /// Restores a removed server to its position, and makes it current again if it was.
    package mutating func restore(_ removal: Removal) {
        if !all.contains(removal.server) { all.insert(removal.server, at: min(removal.position, all.count)) }
        if removal.wasCurrent { current = removal.server }
        names[removal.server] = names[removal.server] ?? removal.name
    }
}
