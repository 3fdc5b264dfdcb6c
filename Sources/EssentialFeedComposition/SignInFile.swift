package import EssentialFeed
import Foundation
import SystemPackage

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
    /// In bytes. A longer file wasn't written by this app.
    private static let maximumSize = 4 << 20

    private let url: URL

    /// Locates the file without reading it.
    package init(environment: [String: String]) {
        let home = FileManager.default.homeDirectoryForCurrentUser
        url = BaseDirectory.configuration.url(environment: environment, home: home)
            .appending(path: "essential-feed/sign-ins.json")
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
        try unavailable { try write(JSONEncoder().encode(entries)) }
    }

    package func removeSignIn(for server: ServerAddress) async throws {
        var entries = try self.entries()
        guard entries.removeValue(forKey: server.displayText) != nil else { return }
        try unavailable { try write(JSONEncoder().encode(entries)) }
    }

    private func entries() throws(SignInStoreError) -> [String: Entry] {
        do {
            let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            guard size <= Self.maximumSize else { throw Errno.fileTooLarge }
            return try JSONDecoder().decode([String: Entry].self, from: Data(contentsOf: url))
        } catch CocoaError.fileReadNoSuchFile {
            return [:]
        } catch {
            throw .unavailable(reason: "\(url.path(percentEncoded: false)): \(error.localizedDescription)")
        }
    }

    /// Writes the file atomically. Only its owner can read it, from the first byte on.
    private func write(_ data: Data) throws {
        let (folder, path) = (url.deletingLastPathComponent(), url.path(percentEncoded: false))
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let temporary = "\(path).\(UUID().uuidString)"
        do {
            let file = try FileDescriptor.open(
                FilePath(temporary), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: .ownerReadWrite)
            try file.closeAfter { _ = try file.writeAll(data) }
            // swift-system has neither `rename` nor `unlink`.
            guard rename(temporary, path) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func unavailable<Value>(_ work: () throws -> Value) throws(SignInStoreError) -> Value {
        do {
            return try work()
        } catch {
            throw .unavailable(reason: "\(url.path(percentEncoded: false)): \(error.localizedDescription)")
        }
    }
}
