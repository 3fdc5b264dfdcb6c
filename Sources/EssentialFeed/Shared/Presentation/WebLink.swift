import Foundation

/// The address of a web page in a text by another user.
///
/// Only addresses with an obvious target count: `http://` or `https://` with a host that is a name or an IPv4 address
/// in its usual form. Addresses with user info are rejected (`http://good.com@evil.com` leads to `evil.com`), as are
/// addresses with a backslash, an invisible character or a number as the host, which browsers read differently than
/// people do.
package struct WebLink: Hashable, Sendable {
    /// The maximum number of characters in an address.
    package static let maximumCharacters = 2_048

    /// The whole address in ASCII: an international host in its DNS form (`xn--…`), and other characters
    /// percent-encoded.
    package let address: String
    /// The host in the address.
    package let host: String
    /// Whether the text equals the address, character by character, so that the user sees the real address.
    package let isWrittenOut: Bool

    /// Creates a link from a text that consists of exactly one address.
    /// - Parameter text: The address as written. Zero-width spaces after the host are ignored: ``PresentedText``
    ///   inserts them into long words.
    package init?(_ text: some StringProtocol) {
        let scalars = text.unicodeScalars
        guard scalars.count <= Self.maximumCharacters, !scalars.contains("\\"),
            let match = String(text).wholeMatch(of: Self.parts),
            Self.isAuthority(match.output.1)
        else { return nil }
        let rest = match.output.2.unicodeScalars.filter { $0 != "\u{200B}" }
        guard rest.allSatisfy(Self.mayFollowHost) else { return nil }
        let written = String(String.UnicodeScalarView(scalars.filter { $0 != "\u{200B}" }))
        guard let url = URL(string: written), url.user() == nil, url.password() == nil,
            let encodedHost = URLComponents(url: url, resolvingAgainstBaseURL: false)?.encodedHost,
            Self.isHost(encodedHost), url.absoluteString.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        address = url.absoluteString
        self.host = encodedHost
        isWrittenOut = address == written
    }

    /// Returns whether a scalar is allowed in an address after its host.
    static func mayFollowHost(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else {
            return scalar.value > 0x20 && scalar.value != 0x7F && !#""<>[\]^`{|}"#.unicodeScalars.contains(scalar)
        }
        return !PlainText.isUnsafe(scalar) && !scalar.properties.isDefaultIgnorableCodePoint
            && !scalar.properties.isWhitespace && !isBracket(scalar)
    }

    /// Returns whether a scalar is a bracket or quotation mark, or ends a sentence in a language without spaces.
    private static func isBracket(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation: true
        case .finalPunctuation: scalar != "’"
        default: "。、！？，；：".unicodeScalars.contains(scalar)
        }
    }

    /// The authority of an address, and the part after the authority.
    private static var parts: Regex<(Substring, Substring, Substring)> {
        /(?i:https?):\/\/([^\/?#]*)(.*)/.matchingSemantics(.unicodeScalar)
    }

    /// Returns whether the part between the slashes and the path is a host, optionally with a port, without user info.
    private static func isAuthority(_ authority: Substring) -> Bool {
        let match = authority.wholeMatch(of: /([^:@]+)(?::([0-9]{1,5}))?/.matchingSemantics(.unicodeScalar))
        guard let match else { return false }
        if let port = match.output.2 {
            guard let number = Int(port), (1...65_535).contains(number) else { return false }
        }
        return match.output.1.unicodeScalars.allSatisfy { scalar in
            scalar.value < 0x80
                ? isASCIIHostCharacter(scalar)
                : !scalar.properties.isDefaultIgnorableCodePoint
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark(scalar))
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    private static func isASCIIHostCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }

    /// Returns whether an ASCII text is a name or an IPv4 address in its usual form. Browsers also accept any other
    /// number, such as `0x7f.1`, as an IPv4 address.
    private static func isHost(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, text.unicodeScalars.allSatisfy(isASCIIHostCharacter),
            labels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 63 }), let first = labels.last?.first
        else { return false }
        guard first.isNumber else { return first.isLetter }
        return labels.count == 4 && labels.allSatisfy { UInt8($0) != nil && String(UInt8($0) ?? 0) == $0 }
    }
}
