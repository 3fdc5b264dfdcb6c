package import Foundation

/// A server in the app's list: an address, or a folder of photos served by the app itself.
package enum RememberedServer: Hashable, Sendable {
    /// A server's address, without user info.
    case address(ServerAddress)
    case folder(URL)

    /// Parses the output of ``text``: the address of a server or the URL of a folder.
    package init(_ text: String) throws(ServerAddressError) {
        guard text.utf8.count <= TypedServerAddress.maximumBytes else { throw ServerAddressError(text) }
        if let url = URL(string: text), url.isFileURL, url.host() ?? "" == "", url.path().hasPrefix("/") {
            self = .folder(path: url.path(percentEncoded: false))
        } else {
            self = .address(try ServerAddress(text).withoutUserInfo)
        }
    }

    /// Creates the server of a folder. A trailing slash in the path is ignored.
    package static func folder(path: String) -> RememberedServer {
        .folder(URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL)
    }

    /// The server as text for settings, which ``init(_:)`` can parse.
    package var text: String {
        switch self {
        case .address(let address): address.displayText
        case .folder(let url): url.absoluteString
        }
    }

    /// The server's display name: its address without the scheme, or the folder's name.
    package var name: String {
        switch self {
        case .address(let address):
            String(address.displayText.drop { $0 != "/" }.drop { $0 == "/" })
        case .folder(let url): url.lastPathComponent
        }
    }

    package var address: ServerAddress? {
        if case .address(let address) = self { address } else { nil }
    }
}
