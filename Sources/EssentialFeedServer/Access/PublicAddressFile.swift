public import EssentialFeed
public import Foundation

/// The file that says at which address people reach a server: `server.json` in its state folder.
///
/// A server writes it when it starts, so that an invitation made later has the right link. Every call blocks.
public struct PublicAddressFile: Sendable {
    private struct Content: Codable {
        let address: String
    }

    static let name = "server.json"

    private let file: StateFile

    /// - Parameter stateFolder: The server's state folder, which is created when needed.
    public init(in stateFolder: URL) {
        file = StateFile(folder: stateFolder, name: Self.name)
    }

    /// Returns the address, or `nil` if no server has written one that can be read.
    public func read() -> ServerAddress? {
        do {
            guard let data = try file.read() else { return nil }
            return try ServerAddress(JSONDecoder().decode(Content.self, from: data).address)
        } catch {
            return nil
        }
    }

    func write(_ address: ServerAddress) throws {
        try file.replace(by: try JSONEncoder().encode(Content(address: address.displayText)))
    }
}
