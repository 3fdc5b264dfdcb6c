package import EssentialFeed
import Files
import Foundation

/// Saves names and passwords in a file that only its owner can read: `$XDG_CONFIG_HOME/essential-feed/sign-ins.json`.
///
/// Used on machines without a keyring. Every call blocks for as long as the disk takes.
package struct SignInFile: SignInStore {
    private struct Entry: Codable {
        let user: String
        let password: String
    }

    /// The maximum number of servers. When it is reached, all saved sign-ins are removed, so that the file stays small.
    private static let maximumServers = 1_000

    private let file: JSONFile<[String: Entry]>

    /// Locates the file without reading it.
    package init(environment: [String: String]) {
        let folder = BaseDirectory.configuration.url(environment: environment, home: .homeDirectory)
        file = JSONFile(folder.appending(path: "essential-feed/sign-ins.json"), maximumSize: 4 << 20)
    }

    package func signIn(for server: ServerAddress) async throws -> SignIn? {
        try entries()[server.displayText].map { SignIn(user: $0.user, password: $0.password) }
    }

    package func save(_ signIn: SignIn, for server: ServerAddress) async throws {
        var entries: [String: Entry]
        do {
            entries = try self.entries()
        } catch {
            // Unreadable content must not prevent saving.
            entries = [:]
        }
        if entries.count >= Self.maximumServers { entries = [:] }
        entries[server.displayText] = Entry(user: signIn.user, password: signIn.password)
        try unavailable { try file.write(entries) }
    }

    package func removeSignIn(for server: ServerAddress) async throws {
        var entries = try self.entries()
        guard entries.removeValue(forKey: server.displayText) != nil else { return }
        try unavailable { try file.write(entries) }
    }

    private func entries() throws(SignInStoreError) -> [String: Entry] {
        try unavailable { try file.read() ?? [:] }
    }

    private func unavailable<Value>(_ work: () throws -> Value) throws(SignInStoreError) -> Value {
        do {
            return try work()
        } catch {
            throw .unavailable(reason: "\(file.url.path(percentEncoded: false)): \(error.localizedDescription)")
        }
    }
}
