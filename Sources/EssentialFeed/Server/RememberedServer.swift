public import Foundation

/// A server in the app's list: an address, or a folder of photos served by the app itself.
public enum RememberedServer: Hashable, Sendable {
    /// A server's address, without user info.
    case address(ServerAddress)
    /// A folder on this computer.
    case folder(URL)

    /// Parses the output of ``text``: the address of a server or the URL of a folder.
    /// - Throws: ``ServerAddressError`` if the text is neither.
    public init(_ text: String) throws(ServerAddressError) {
        guard text.utf8.count <= TypedServerAddress.maximumBytes else { throw ServerAddressError(text) }
        if let url = URL(string: text), url.isFileURL, url.host() ?? "" == "", url.path().hasPrefix("/") {
            self = .folder(path: url.path(percentEncoded: false))
        } else {
            self = .address(try ServerAddress(text).withoutUserInfo)
        }
    }

    /// Creates the server of a folder. A trailing slash in the path is ignored.
    public static func folder(path: String) -> RememberedServer {
        .folder(URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL)
    }

    /// The server as text for settings, which ``init(_:)`` can parse.
    public var text: String {
        switch self {
        case .address(let address): address.displayText
        case .folder(let url): url.absoluteString
        }
    }

    /// The server's display name: its address without the scheme, or the folder's name.
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
