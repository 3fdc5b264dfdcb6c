/// The SHA-256 digest of a server's certificate, which lets the user recognize the certificate.
public struct CertificateFingerprint: Hashable, Sendable {
    private static let byteCount = 32

    private let bytes: [UInt8]

    package init(digest: some Sequence<UInt8>) {
        bytes = Array(digest)
        precondition(bytes.count == Self.byteCount, "\(bytes.count) bytes of SHA-256")
    }

    /// Reads a fingerprint's hexadecimal digits, in any case, with or without colons. Returns `nil` if the text isn't a
    /// fingerprint.
    public init?(_ text: String) {
        let digits = Array(text.utf8.filter { $0 != UInt8(ascii: ":") })
        guard digits.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[start..<start + 2], as: UTF8.self)
            guard !pair.hasPrefix("+"), !pair.hasPrefix("-"), let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        self.bytes = bytes
    }
}

extension CertificateFingerprint: CustomStringConvertible {
    /// The digits in upper case, two for each byte, with colons, as browsers and `openssl` show them.
    public var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
