package import EssentialFeed
import Files
import Foundation

/// Names and passwords in a file readable only by its owner, on machines without a keyring:
/// `$XDG_CONFIG_HOME/essential-feed/sign-ins.json`. Every call blocks for as long as the disk takes.
package struct SignInFile: SignInStore {
    private struct Entry: Codable {
        let user: String
        let password: String
    }

    /// The maximum number of servers. When it is reached, all saved sign-ins are removed, to keep the file small.
    private static let maximumServers = 1_000
    private static let name = "sign-ins.json"
    private static let temporaryName = "\(name).new"

    private let file: JSONFile<[String: Entry]>
    private let folder: String

    package init(environment: [String: String]) {
        let folder = BaseDirectory.configuration.url(environment: environment, home: .homeDirectory)
            .appending(path: "essential-feed")
        file = JSONFile(folder.appending(path: Self.name), maximumSize: 4 << 20)
        self.folder = folder.path(percentEncoded: false)
    }

    package func signIn(for server: ServerAddress) async throws -> SignIn? {
        try entries()[server.displayText].map { SignIn(user: $0.user, password: $0.password) }
    }

    package func save(_ signIn: SignIn, for server: ServerAddress) async throws {
        try whileLocked {
            var entries: [String: Entry]
            do {
                entries = try self.entries()
            } catch {
                // Unreadable content must not prevent saving.
                entries = [:]
            }
            if entries.count >= Self.maximumServers { entries = [:] }
            entries[server.displayText] = Entry(user: signIn.user, password: signIn.password)
            try write(entries)
        }
    }

    package func removeSignIn(for server: ServerAddress) async throws {
        guard FileManager.default.fileExists(atPath: folder) else { return }
        try whileLocked {
            var entries = try self.entries()
            guard entries.removeValue(forKey: server.displayText) != nil else { return }
            try write(entries)
        }
    }

    private func entries() throws(SignInStoreError) -> [String: Entry] { try unavailable { try file.read() ?? [:] } }

    /// Runs work while no other process or thread changes the file, after removing a killed one's file with passwords.
    private func whileLocked(_ work: () throws -> Void) throws(SignInStoreError) {
        try unavailable {
            try FileSystem.createFolders(folder)
            let lock = try FileLock(waitingForFolder: folder)
            try withExtendedLifetime(lock) {
                try FileSystem.remove("\(folder)/\(Self.temporaryName)")
                try work()
            }
        }
    }

    private func write(_ entries: [String: Entry]) throws {
        try AtomicFile("\(folder)/\(Self.name)", isDurable: true, temporaryName: Self.temporaryName)
            .write(JSONEncoder().encode(entries))
    }

    private func unavailable<Value>(_ work: () throws -> Value) throws(SignInStoreError) -> Value {
        do {
            return try work()
        } catch let error as SignInStoreError {
            throw error
        } catch {
            throw .unavailable(reason: "\(file.url.path(percentEncoded: false)): \(error.localizedDescription)")
        }
    }
}
