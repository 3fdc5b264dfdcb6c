import Foundation

/// Encodes bytes as letters, digits, `-` and `_`, which are valid in any part of a URL (RFC 4648, 5, without padding).
enum Base64URL {
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
