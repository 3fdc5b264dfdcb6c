public import Foundation

/// A text can't be the base of a server's URLs: it isn't an absolute `http` or `https` URL with a host, or it has a
/// query or a fragment.
public struct ServerAddressError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The text without its fragment and the part between its scheme and its last `@`, which may contain a secret.
    public let text: String

    /// - Parameter text: The original text, with or without a password.
    public init(_ text: String) {
        var shown = text
        if let at = text.lastIndex(of: "@") {
            // A scheme other than http looks like a user name unless it is followed by slashes.
            let scheme = text.prefixMatch(of: /(?:[Hh][Tt][Tt][Pp][Ss]?:\/*|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/)?.output
            shown = String((scheme ?? "") + text[text.index(after: at)...])
        }
        // The secret of an invitation is in the fragment.
        self.text = shown.firstIndex(of: "#").map { shown[...$0] + "…" } ?? shown
    }

    public var description: String {
        "“\(PlainText.line(text))” isn’t a server’s address; use one like https://photos.example.com"
    }
    public var errorDescription: String? { description }
}
