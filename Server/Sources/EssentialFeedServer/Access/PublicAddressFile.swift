public import EssentialFeed
public import Foundation

/// The file that stores a server's public address: `server.json` in its state folder.
///
/// The server writes the file when it starts, so later invitations contain the right link. All calls block.
public struct PublicAddressFile: Sendable {
    private struct Content: Codable {
        let address: String
    }

    static let name = "server.json"

    private let file: StateFile

    /// - Parameter stateFolder: The server's state folder, created if needed.
    public init(in stateFolder: URL) {
        file = StateFile(folder: stateFolder, name: Self.name)
    }

    /// Returns the address, or `nil` if the file is missing or can't be read.
    public func read() -> ServerAddress? {
        do {
            guard let data = try file.read() else { return nil }
            return try ServerAddress(JSONDecoder().decode(Content.self, from: data).address)
        } catch {
            return nil
        }
    }

    func write(_ address: ServerAddress) throws {
        let content = try JSONEncoder().encode(Content(address: address.displayText))
        try file.whileLocked { () throws(FileError) in
            try file.replace(by: content)
        } orThrow: {
            $0
        }
    }
}
