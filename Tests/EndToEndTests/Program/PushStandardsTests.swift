import Foundation
import HTTPTransport
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The server's messages to push services, read by other programs.
@Suite struct PushStandardsTests {
    private static let python = Checkout.url.appending(path: ".build/tools/bin/python3").path

    @Test func `http-ece decrypts a message, and cryptography accepts the server's signature`() async throws {
        let keys = try await TestProgram.succeed([
            Self.python, "-c",
            """
            import base64, os
            from cryptography.hazmat.primitives.asymmetric import ec
            from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
            def text(data):
                return base64.urlsafe_b64encode(data).decode().rstrip("=")
            key = ec.generate_private_key(ec.SECP256R1())
            print(key.private_numbers().private_value)
            print(text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))
            print(text(os.urandom(16)))
            """,
        ]).text.split(separator: "\n").map(String.init)
        let subscription = try PushSubscription(
            endpoint: "https://push.example.net/a", key: keys[1], secret: keys[2], isPermitted: { _ in true })
        let message = try PushMessage(kind: .answer, number: 42).encrypted(for: subscription)
        let authorization = try VAPIDKey().authorization(
            for: #require(Origin(subscription.endpoint)), contact: "mailto:feed@example.com", at: Date())
        let result = try await TestProgram.succeed([
            Self.python, "-c",
            """
            import base64, http_ece, sys
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.asymmetric import ec, utils
            def data(text):
                return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            private, secret, message, authorization = sys.argv[1:]
            key = ec.derive_private_key(int(private), ec.SECP256R1())
            print(http_ece.decrypt(
                base64.b64decode(message), private_key=key, auth_secret=data(secret), version="aes128gcm").decode())
            token, public = authorization.removeprefix("vapid t=").split(", k=")
            signed, signature = token.rsplit(".", 1)
            numbers = [int.from_bytes(data(signature)[start:start + 32], "big") for start in (0, 32)]
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(public)).verify(
                utils.encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
            """, keys[0], keys[2], message.base64EncodedString(), authorization,
        ])
        #expect(result.text == #"{"kind":"answer","number":42}"# + "\n")
    }
}
