import Foundation

/// The secret in what a person pastes: the link of an invitation, its older form with the secret as password, or the
/// secret alone.
enum JoinLink {
    /// In bytes; longer texts aren't links.
    private static let maximumLength = 2_048

    /// Returns the secret, or `nil` if the text is none of these.
    static func secret(in text: String) -> TokenSecret? {
        var text = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard text.utf8.count <= maximumLength else { return nil }
        if let fragment = text.firstIndex(of: "#") {
            text = text[text.index(after: fragment)...]
        } else if let scheme = text.firstRange(of: "://") {
            guard let at = text.lastIndex(of: "@") else { return nil }
            text = text[scheme.upperBound..<at]
        }
        // The name before the colon doesn't count.
        let secret = text[(text.lastIndex(of: ":").map(text.index(after:)) ?? text.startIndex)...]
        let isToken = secret.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil
        return isToken ? TokenSecret(String(secret)) : nil
    }
}
