import Crypto
import Foundation

/// A message to a browser: the kind of an event, and its number in the person's activity. It has no text and no
/// picture.
struct PushMessage: Hashable, Sendable, Encodable {
    enum Kind: String, Sendable, Encodable {
        case comment
        /// Someone has commented on a photo after the person.
        case answer
        case reaction
        /// Someone has commented on another person's photo in the owner's folder.
        case folderComment
        /// Someone has reacted to another person's photo in the owner's folder.
        case folderReaction
    }

    let kind: Kind
    let number: Int64

    func encrypted(for subscription: PushSubscription) throws -> Data {
        try PushEncryption().encrypt(json, for: subscription)
    }
}

/// The encryption of one message, which only its browser can read (RFC 8291, RFC 8188).
struct PushEncryption {
    /// In bytes. A fixed length reveals nothing.
    private static let plaintextLength = 128
    private static let recordSize: UInt32 = 4_096
    private static let saltLength = 16
    /// Ends the last record.
    private static let delimiter: UInt8 = 2

    var key = P256.KeyAgreement.PrivateKey()
    var salt = Data((0..<saltLength).map { _ in UInt8.random(in: .min ... .max) })

    func encrypt(
        _ message: Data, for subscription: PushSubscription, filledTo length: Int = plaintextLength
    ) throws -> Data {
        let browser = try P256.KeyAgreement.PublicKey(x963Representation: subscription.key)
        let sender = key.publicKey.x963Representation
        let secret = try key.sharedSecretFromKeyAgreement(with: browser).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: subscription.secret,
            sharedInfo: Data("WebPush: info\0".utf8) + subscription.key + sender, outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: Data("\(info)\0".utf8), outputByteCount: count)
        }
        let nonce = derived("Content-Encoding: nonce", 12).withUnsafeBytes { Data($0) }
        let padding = Data(repeating: 0, count: max(0, length - message.count))
        let sealed = try AES.GCM.seal(
            message + [Self.delimiter] + padding, using: derived("Content-Encoding: aes128gcm", 16),
            nonce: AES.GCM.Nonce(data: nonce))
        let size = withUnsafeBytes(of: Self.recordSize.bigEndian) { Data($0) }
        return salt + size + [UInt8(sender.count)] + sender + sealed.ciphertext + sealed.tag
    }
}
