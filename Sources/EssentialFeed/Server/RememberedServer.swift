public import Foundation

/// A server that the app remembers: one with an address, or a folder of photos that the app serves itself.
public enum RememberedServer: Hashable, Sendable {
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
    public static func folder(path: String) -> RememberedServer {
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
