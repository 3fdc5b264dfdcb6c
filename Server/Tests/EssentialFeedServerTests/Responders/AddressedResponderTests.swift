import EssentialFeed
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

    @Test(arguments: [false, true])
    func `What a proxy on any machine forwards is answered only by a server with a public URL`(
        isPublicURLKnown: Bool
    ) async throws {
        let location = AddressedLocation(
            host: "192.168.1.5", isWildcard: false,
            publicAddress: isPublicURLKnown ? try ServerAddress("http://192.168.1.5:8080") : nil, basePath: "")
        let responder = AddressedResponder(Content(), at: location, logger: Logger(label: "test"))
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
        isOnlySecure: Bool, field: String?
    ) async throws {
        let location = AddressedLocation(
            host: "0.0.0.0", isWildcard: true, publicAddress: try ServerAddress("https://photos.example.com"),
            basePath: "", isOnlySecure: isOnlySecure)
        let responder = AddressedResponder(Content(), at: location, logger: Logger(label: "test"))
        try await Application(responder: responder).test(.router) { client in
            let answer = try await client.executeRequest(uri: "/", method: .get, headers: [:], body: nil)
            #expect(answer.headers[.strictTransportSecurity] == field)
        }
    }
}
