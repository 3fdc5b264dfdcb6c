import Crypto
import EssentialFeedHTTP
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// A browser with the keys of its subscription, which reads its messages by RFC 8188 and RFC 8291.
struct PushBrowser: Sendable {
    var key = P256.KeyAgreement.PrivateKey()
    var secret = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })

    var keyText: String { Base64URL.text(Array(key.publicKey.x963Representation)) }
    var secretText: String { Base64URL.text(Array(secret)) }

    func subscription(_ endpoint: URL) throws -> PushSubscription {
        try PushSubscription(
            endpoint: endpoint.absoluteString, key: keyText, secret: secretText, isPermitted: { _ in true })
    }

    /// Returns the form with which a page sends the subscription.
    func form(_ endpoint: String) -> String {
        "do=notify&endpoint=\(endpoint)&key=\(keyText)&secret=\(secretText)"
    }

    func read(_ message: Data) throws -> String {
        let bytes = Array(message)
        let (salt, sender, sealed) = (bytes[..<16], Data(bytes[21..<86]), bytes[86...])
        #expect(Array(bytes[16..<21]) == [0, 0, 16, 0, 65])
        let secret = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: sender))
            .hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: self.secret,
                sharedInfo: Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + sender,
                outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: Array(salt), info: Data("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        let nonce = derived("nonce", 12).withUnsafeBytes { Data($0) }
        let padded = try AES.GCM.open(
            AES.GCM.SealedBox(combined: nonce + Data(sealed)), using: derived("aes128gcm", 16))
        let end = try #require(padded.lastIndex { $0 != 0 })
        #expect(padded[end] == 2)
        return String(decoding: padded[..<end], as: UTF8.self)
    }
}

/// A push service on this machine, with a client that trusts its certificate.
struct PushService: Sendable {
    let server: LyingServer
    let client: NetworkHTTPClient
    private let folder: TemporaryFolder

    /// - Parameter clock: Measures the time for a request; by default, it stands still.
    static func with(
        clock: any Clock<Duration> = VirtualClock(), _ body: @Sendable (PushService) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        let roots = folder.url.appending(path: "roots.pem")
        try Data(TestCertificate.localhost.certificate.utf8).write(to: roots)
        var settings = try NetworkSettings()
        settings.trustRootsFile = roots.path
        settings.connectTimeout = .seconds(120)
        let service = PushService(
            server: try await LyingServer(certificate: .localhost),
            client: NetworkHTTPClient(settings: settings, clock: clock), folder: folder)
        service.server.answerEverything(with: .response(status: 201))
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(service))
        } catch {
            result = .failure(error)
        }
        try await service.client.shutdown()
        try await service.server.stop()
        try result.get()
    }

    func endpoint(_ path: String) -> String { server.url(path).absoluteString }
}
