import Crypto
import Foundation
import HTTPTransport
import Testing

@testable import EssentialFeedServer

/// Messages as browsers and push services read them.
@Suite struct PushEncryptionTests {
    private static func bytes(_ text: String) throws -> Data { try #require(Base64URL.data(text)) }

    @Test func `A message is encrypted as in appendix A of RFC 8291`() throws {
        let subscription = PushSubscription(
            endpoint: try #require(URL(string: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV")),
            key: try Self.bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            secret: try Self.bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let key = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let message = try PushEncryption(key: key, salt: Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"))
            .encrypt(Data("When I grow up, I want to be a watermelon".utf8), for: subscription, filledTo: 0)
        #expect(
            Base64URL.text(Array(message)) == """
                DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
                7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
                """)
    }

    @Test func `All messages are of the same length, and no two are the same`() throws {
        let browser = PushBrowser()
        let subscription = try browser.subscription(try #require(URL(string: "https://push.example.net/")))
        let messages = [
            PushMessage(kind: .comment, number: 1), PushMessage(kind: .answer, number: .max),
            PushMessage(kind: .answer, number: .max),
        ]
        let encrypted = try messages.map { try $0.encrypted(for: subscription) }
        #expect(Set(encrypted.map(\.count)).count == 1)
        #expect(Set(encrypted).count == 3)
        #expect(
            try encrypted.map(browser.read) == [
                #"{"kind":"comment","number":1}"#, #"{"kind":"answer","number":9223372036854775807}"#,
                #"{"kind":"answer","number":9223372036854775807}"#,
            ])
    }

    @Test func `The server signs for one push service and half a day, with the key that it keeps`() throws {
        let folder = PhotoFolder()
        let file = VAPIDKeyFile(in: folder.tokens.folder)
        let key = try file.key()
        #expect(try file.key().content == key.content)
        let path = folder.tokens.folder.appending(path: "push.json").path
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)

        let url = try #require(URL(string: "https://push.example.net:8443/a?b"))
        let value = try key.authorization(
            for: try #require(Origin(url)), contact: "https://photos.example.com",
            at: Date(timeIntervalSince1970: 1_800_000_000))
        let match = try #require(value.wholeMatch(of: #/vapid t=(.+)\.(.+)\.(.+), k=(.+)/#))
        let parts = try [match.1, match.2, match.3, match.4].map { try Self.bytes(String($0)) }
        #expect(String(decoding: parts[0], as: UTF8.self) == #"{"alg":"ES256","typ":"JWT"}"#)
        #expect(
            String(decoding: parts[1], as: UTF8.self)
                == #"{"aud":"https://push.example.net:8443","exp":1800043200,"sub":"https://photos.example.com"}"#)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: parts[2])
        let publicKey = try P256.Signing.PublicKey(x963Representation: parts[3])
        #expect(publicKey.isValidSignature(signature, for: Data("\(match.1).\(match.2)".utf8)))
        #expect(String(match.4) == key.publicText)
    }
}
