import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import EssentialFeedServer

@Suite struct AddressedResponderTests {
    private struct Content: HTTPResponder {
        func respond(to request: Request, context: ConnectionContext) async throws -> Response {
            Response(status: .ok)
        }
    }

    private func responder(
        at location: ServerLocation, certificate: CertificateFiles? = nil
    ) throws -> AddressedResponder<Content> {
        var configuration = try PhotoServerConfiguration(
            folder: "/photos", at: location, environment: [:], timeZone: .gmt)
        configuration.certificate = certificate
        return AddressedResponder(Content(), by: configuration, logger: Logger(label: "test"))
    }

    @Test(arguments: [false, true])
    func `What a proxy on any machine forwards is answered only by a server with a public URL`(
        isPublicURLKnown: Bool
    ) async throws {
        let responder = try responder(
            at: ServerLocation(host: "192.168.1.5", publicURL: isPublicURLKnown ? "http://192.168.1.5:8080" : nil))
        let forwarded: [HTTPFields] = [
            [.xForwardedFor: "192.0.2.1"], [.via: "1.1 proxy"],
            // Of a request in HTTP/1.0.
            [.via: "1.0 essential-feed"],
        ]
        // These requests come from no loopback address.
        try await Application(responder: responder).test(.router) { client in
            for fields in forwarded {
                let answer = try await client.executeRequest(uri: "/feed", method: .get, headers: fields, body: nil)
                #expect(answer.status == (isPublicURLKnown ? .ok : .misdirectedRequest), "\(fields)")
                let check = try await client.executeRequest(uri: "/livez", method: .get, headers: fields, body: nil)
                #expect(check.status == .ok)
            }
            let direct = try await client.executeRequest(uri: "/feed", method: .get, headers: [:], body: nil)
            #expect(direct.status == .ok)
        }
    }

    @Test(arguments: [(true, "max-age=31536000"), (false, nil)] as [(Bool, String?)])
    func `Only a server whose host name is for it and TLS alone says that there is no other way`(
        encrypts: Bool, field: String?
    ) async throws {
        let responder = try responder(
            at: ServerLocation(host: "0.0.0.0", publicURL: "https://photos.example.com"),
            certificate: encrypts ? CertificateFiles(certificate: "chain.pem", key: "key.pem") : nil)
        try await Application(responder: responder).test(.router) { client in
            let answer = try await client.executeRequest(uri: "/", method: .get, headers: [:], body: nil)
            #expect(answer.headers[.strictTransportSecurity] == field)
        }
    }
}
