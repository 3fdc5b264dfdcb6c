import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Until someone is invited, the owner's key decides whose a request is, regardless of its origin.
@Suite struct OwnerTests {
    private static let caption = "the harbour at dawn"
    private static let key = "Authorization: Bearer \(TokenSecret.testOwner.text)"
    private static let keyForm = "link=%23owner%3A\(TokenSecret.testOwner.text)"
    private static let sentence = "open the address that essential-feed serve has printed"

    private let folder = PhotoFolder()
    private let photo: UUID

    init() throws {
        photo = try folder.add(Pictures.jpeg(exif: Pictures.exif(description: Array(Self.caption.utf8))), as: "a.jpg")
    }

    /// Serves to a stranger of this machine.
    private func serve(
        _ change: (inout PhotoServerConfiguration) throws -> Void = { _ in }, log: RecordingLog = RecordingLog(),
        _ body: @escaping @Sendable (RawClient, RunningServer) async throws -> Void
    ) async throws {
        var configuration = try folder.configuration()
        configuration.requestLimits.refused = RequestRate(burst: 10_000, perSecond: 1)
        try change(&configuration)
        try await folder.serve(configuration, log: log, owner: nil, body)
    }

    private func expectNothing(_ answer: RawClient.Answer, _ method: String, _ path: String) {
        // The sign-in page leads back to the requested path.
        let body = answer.text.replacing("value=\"\(path)\"", with: "")
        #expect(!body.contains(Self.caption) && !body.contains(photo.uuidString), "\(method) \(path)")
    }

    @Test func `Until someone is invited, a stranger gets nothing at any path`() async throws {
        let forEverybody: [ServerRoute] = [
            .openAPI, .live, .ready, .page(.join), .page(.worker), .page(.offline),
            .page(.asset(name: "app.css", version: "x")),
        ]
        let (photo, examples) = (photo, ServerRoute.examples)
        for route in examples { #expect(ServerRoute(path: route.path) == route) }
        let routes = examples + [.image(id: photo), .comments(imageID: photo), .page(.photo(photo))]
        try await serve { client, _ in
            for credentials in [nil, "Authorization: Bearer wrong", "Cookie: essential-feed=wrong"] {
                for route in routes {
                    for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] {
                        for accepted in ["text/html", "application/json"] {
                            let answer = try await client.answer(
                                route.path, method: method,
                                fields: ["Accept: \(accepted)"] + (credentials.map { [$0] } ?? []),
                                hasBody: method != "HEAD")
                            expectNothing(answer, method, route.path)
                            if forEverybody.contains(route) || route == .page(.signOut) { continue }
                            #expect(answer.status == 401, "\(method) \(route.path)")
                        }
                    }
                }
            }
        }
    }

    @Test func `Until someone is invited, strangers learn where the owner finds the address`() async throws {
        try await serve { client, _ in
            for path in ["/feed", "/", "/people", "/nothing"] {
                let answer = try await client.answer(path)
                #expect(answer.status == 401 && answer.fields["www-authenticate"] != nil)
                #expect(answer.text.contains(Self.sentence))
            }
            for (path, status) in [("/", 401), ("/people", 401), ("/nothing", 401), ("/join", 200)] {
                let answer = try await client.answer(path, fields: ["Accept: text/html"])
                #expect(answer.status == status)
                let page = answer.text
                #expect(page.contains("Open the address that essential-feed serve has printed"))
                #expect(page.contains("join.js") && !page.contains("For Invited Friends"))
            }
        }
    }

    @Test func `The key is the owner's password until someone is invited`() async throws {
        let folder = folder
        try folder.write(Pictures.animation(), to: "b.png", seconds: 100)
        let basic = Data("owner:\(TokenSecret.testOwner.text)".utf8).base64EncodedString()
        try await serve { client, server in
            for field in [Self.key, "Authorization: Basic \(basic)"] {
                #expect(try await client.answer("/people", fields: [field]).status == 200)
            }
            let feed = try await client.answer("/feed", fields: [Self.key])
            // A client that sends no password with images has signed addresses.
            let image = try FeedPayload.decode(feed.body)[0].url
            #expect(try await client.answer("\(image.path)?\(image.query ?? "")").status == 200)
            let session = try #require(try await client.post("/join", Self.keyForm).cookieField)
            #expect(try await client.answer("/people", fields: [session]).status == 200)
            let maria = try folder.invite("maria")
            // The owner's connections are cut, so each request has its own.
            for field in [Self.key, session] {
                try await waitUntil { await status("/feed", field, of: server) == 401 }
            }
            #expect(await status("/feed", "Authorization: Bearer \(maria.secret)", of: server) == 200)
            #expect(await status(image.path + "?" + (image.query ?? ""), "X: y", of: server) == 401)
        }
    }

    @Test func `The owner's browser stays signed in if the answer to the first invitation is lost`() async throws {
        let folder = folder
        try await serve { client, server in
            let session = try #require(try await client.post("/join", Self.keyForm).cookieField)
            // The browser sends the form twice, and drops the first answer.
            for status in [303, 409] {
                let answer = try await RawClient.with(port: server.port, owner: nil) {
                    try await $0.post("/people", "do=invite&name=maria&own=Anna&may=read", fields: [session])
                }
                #expect(answer.status == status)
            }
            let page = try await RawClient.with(port: server.port, owner: nil) {
                try await $0.page("/people", fields: [session])
            }
            #expect(page.contains("/join#maria:"))
            #expect(try folder.tokens.tokens().map(\.name) == ["Anna", "maria"])
        }
    }

    /// Returns the status of an answer on a separate connection; `nil` if the connection was cut.
    private func status(_ path: String, _ field: String, of server: RunningServer) async -> Int? {
        do {
            return try await RawClient.with(port: server.port, owner: nil) { client in
                try await client.answer(path, fields: [field]).status
            }
        } catch {
            return nil
        }
    }

    @Test func `Of forty browsers that exchange the key at once, one is the owner's`() async throws {
        try await serve { _, server in
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await RawClient.with(port: server.port, owner: nil) {
                            try await $0.post("/join", Self.keyForm)
                        }
                    }
                }
                return try await group.reduce(into: [RawClient.Answer]()) { $0.append($1) }
            }
            #expect(answers.count { $0.fields["set-cookie"] != nil } == 1)
            #expect(answers.count { $0.status == 303 } == 1)
            for answer in answers where answer.status != 303 {
                #expect(answer.status == 401)
                #expect(answer.text.contains("Start essential-feed serve again"))
            }
        }
    }

    @Test func `A browser that signs the owner out is a stranger again`() async throws {
        try await serve { client, _ in
            let session = try #require(try await client.post("/join", Self.keyForm).cookieField)
            #expect(try await client.answer("/feed", fields: [session]).status == 200)
            #expect(try await client.post("/sign-out", "", fields: [session]).status == 303)
            #expect(try await client.answer("/feed", fields: [session]).status == 401)
        }
    }

    @Test func `Without a public URL, nothing that a proxy forwards is answered, and the log says why`() async throws {
        let forwarded = [
            "Forwarded: for=192.0.2.1", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: localhost",
            "X-Forwarded-Proto: https", "x-forwarded-server: a", "Via: 1.1 proxy", "X-Real-IP: 192.0.2.1",
        ]
        let lines = Box<[String]>([])
        try await serve(log: RecordingLog { lines.append($0) }) { client, _ in
            for field in forwarded {
                for path in ["/", "/feed", "/join", "/people", "/nothing", "/sign-out", "/openapi.yaml"] {
                    for owner in [[], [Self.key]] {
                        let answer = try await client.answer(path, fields: owner + [field])
                        #expect(answer.status == 421, "\(path) with \(field)")
                        #expect(answer.text.contains("start the server with --public-url"))
                    }
                }
                let page = try await client.page("/", fields: [field])
                #expect(page.contains("start the server with --public-url and the URL that people use"))
                #expect(try await client.post("/join", Self.keyForm, fields: [field]).status == 421)
                for path in ["/livez", "/readyz"] {
                    #expect(try await client.answer(path, fields: [field]).status == 200)
                }
            }
        }
        #expect(lines.value.count { $0.contains("--public-url") } == 1)
        // Behind a known proxy, the key decides.
        try await serve({ $0 = try folder.configuration(publicURL: "http://localhost:9000") }) { client, _ in
            for field in forwarded {
                for (fields, status) in [([field], 401), ([field, Self.key], 200)] {
                    let answer = try await client.answer("/feed", fields: fields)
                    #expect(answer.status == status, "\(field)")
                }
            }
        }
    }

    @Test func `Without a public URL, HTTP/1.0, in which nginx forwards, is for monitors alone`() async throws {
        try await serve { _, server in
            for (path, status) in [("/feed", 421), ("/", 421), ("/join", 421), ("/livez", 200), ("/readyz", 200)] {
                for host in ["", "Host: 127.0.0.1:\(server.port)\r\n"] {
                    let answer = try await server.exchange("GET \(path) HTTP/1.0\r\n\(host)\(Self.key)\r\n\r\n")
                    #expect(
                        answer.hasPrefix("HTTP/1.1 \(status) ") || answer.hasPrefix("HTTP/1.0 \(status) "), "\(answer)")
                }
            }
        }
    }

    @Test func `The link has the address that people use, and each start has another key`() async throws {
        func link(_ change: (inout PhotoServerConfiguration) throws -> Void) async throws -> String? {
            var configuration = try folder.configuration()
            try change(&configuration)
            configuration.ownerSecret = nil
            return try await RunningServer.with(configuration) { server in
                // The port varies.
                server.ownerLink?.replacing(":\(server.port)", with: ":PORT")
            }
        }
        let start = "http://127.0.0.1:PORT/join#owner:"
        let first = try #require(try await link { _ in })
        #expect(first.hasPrefix(start) && first.utf8.count == start.utf8.count + 43)
        let second = try #require(try await link { _ in })
        #expect(second.hasPrefix(start) && second != first)
        #expect(
            try await link { $0 = try folder.configuration(basePath: "/p") }?.hasPrefix(
                "http://127.0.0.1:PORT/p/join#owner:")
                == true)
        #expect(
            try await link { $0 = try folder.configuration(publicURL: "http://localhost:9000/x") }?
                .hasPrefix("http://localhost:9000/x/join#owner:") == true)
        #expect(try await link { $0.isPublic = true } == nil)
        #expect(try await link { $0.stateFolder = nil } != nil)
        _ = try folder.invite("maria")
        #expect(try await link { _ in } == nil)
    }

    @Test func `A server without a state folder isn't open either, and its owner's browser signs in`() async throws {
        try await serve({ $0.stateFolder = nil }) { client, _ in
            for path in ["/feed", "/", "/image/\(photo)"] { #expect(try await client.answer(path).status == 401) }
            #expect(try await client.answer("/feed", fields: [Self.key]).status == 200)
            let session = try #require(try await client.post("/join", Self.keyForm).cookieField)
            #expect(try await client.answer("/", fields: [session]).status == 200)
        }
    }

    @Test func `No line of the log and no file has the key`() async throws {
        let lines = Box<[String]>([])
        let secret = TokenSecret.testOwner.text
        try await serve(log: RecordingLog { lines.append($0) }) { client, server in
            for target in ["http://owner:\(secret)@localhost:\(server.port)/feed", "/feed", "/join?\(secret)"] {
                _ = try await client.answer(target, fields: [Self.key])
            }
            _ = try await client.post("/join", Self.keyForm)
            _ = try await client.post("/join", Self.keyForm)
        }
        #expect(lines.value.count >= 5)
        #expect(!lines.value.contains { $0.contains(secret) })
        let files = FileManager.default.enumerator(atPath: folder.state.path)?.compactMap { $0 as? String } ?? []
        #expect(!files.isEmpty)
        for file in files {
            let data = FileManager.default.contents(atPath: folder.state.url.appending(path: file).path) ?? Data()
            #expect(data.firstRange(of: Data(secret.utf8)) == nil, "\(file)")
        }
    }
}
