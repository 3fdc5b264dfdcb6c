import EssentialFeed

/// A value that can't be part of a ``PhotoServerConfiguration``.
public enum PhotoServerConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host stands for every address of the machine, and there is no public URL.
    case wildcardWithoutPublicURL(host: String)
    /// The public URL isn't an absolute `http` or `https` URL with a host, or it has a query or a fragment.
    case publicURL(String)
    /// The public URL has, or may have, a user name or a password. The error keeps neither.
    case publicURLWithUserInfo
    /// The host is neither a name nor an address.
    case host(String)
    /// The port isn't in the range from 0 to 65535.
    case port(Int)
    /// The base path has characters that aren't allowed in a path, or `.` or `..` as a component.
    case basePath(String)

    /// One line that says what to do.
    public var description: String {
        switch self {
        case .wildcardWithoutPublicURL(let host):
            "--host \(Self.shown(host)) listens on every address; add --public-url with the URL that clients use"
        case .publicURL(let text):
            "\(Self.shown(text)) is not a valid public URL; write it like https://photos.example.com/feed-server"
        case .publicURLWithUserInfo:
            "the public URL cannot have a user name or password; write it like https://photos.example.com/feed-server"
        case .host(let host):
            "\(Self.shown(host)) is not a valid host; use a name or an address, such as 127.0.0.1 or ::1"
        case .port(let port): "\(port) is not a valid port; use 0 to 65535, where 0 picks a free one"
        case .basePath(let text): "\(Self.shown(text)) is not a valid base path; write it like /photos"
        }
    }

    /// Returns the text without anything before an `@`, which may be a password.
    private static func shown(_ text: String) -> String {
        PlainText.line(text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text)
    }
}
