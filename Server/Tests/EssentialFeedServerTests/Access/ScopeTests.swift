import EssentialFeed
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Each person's permissions at each path, from the table of routes itself.
@Suite struct ScopeTests {
    private static let foreignFields = [
        "Origin: https://evil.example", "Origin: null", "Origin: http://localhost:1", "Origin: http://evil.localhost",
        "Origin: file://", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ]

    private let folder = PhotoFolder()
    private let photo: UUID
    private let people: [(may: AccessScope, invitation: Invitation)]

    init() throws {
        photo = try folder.add(Pictures.jpeg(), as: "a.jpg")
        let folder = folder
        people = try AccessScope.allCases.map { ($0, try folder.invite("who may \($0)", may: $0)) }
    }

    /// Each route about an existing photo and about a missing one.
    private var routes: [ServerRoute] {
        ServerRoute.examples + [
            .image(id: photo), .comments(imageID: photo), .comment(imageID: photo, id: UUID()),
            .reactions(imageID: photo), .reaction(imageID: photo, name: "heart"), .page(.photo(photo)),
        ]
    }

    /// The scope needed for a request; `nil` for none.
    private static func scope(_ route: ServerRoute, _ method: String) -> AccessScope? {
        let isRead = method == "GET" || method == "HEAD"
        return switch route {
        case .feed, .image, .comments, .reactions, .changes: .read
        case .comment, .reaction: .comment
        case .post: .post
        case .openAPI, .live, .ready: nil
        case .page(let page):
            switch page {
            case .feed, .months, .select, .download, .welcome, .activity, .manifest, .you, .ownPicture, .picture: .read
            case .photo: isRead ? .read : .comment
            case .post, .preview: .post
            case .people: .admin
            case .join, .signOut, .worker, .offline, .asset: nil
            }
        }
    }

    /// Returns a valid request for the route.
    private static func body(_ route: ServerRoute, _ method: String) -> (type: String, bytes: Data) {
        let form = "application/x-www-form-urlencoded"
        return switch (route, method) {
        case (.comment, "PUT"): ("application/json", Data(#"{"message": "hello"}"#.utf8))
        case (.post, "PUT"), (.page(.preview), "POST"), (.page(.ownPicture), "POST"):
            ("image/png", Pictures.animation())
        case (.post, "PATCH"): ("application/json", Data(#"{"description": "hello"}"#.utf8))
        case (.page(.photo), "POST"): (form, Data("react=heart".utf8))
        case (.page(.people), "POST"): (form, Data("do=invite&name=zoe&may=read".utf8))
        default: (form, Data())
        }
    }

    private func status(
        _ client: RawClient, _ route: ServerRoute, _ method: String, fields: [String]
    ) async throws -> Int {
        let (type, bytes) = Self.body(route, method)
        let isWrite = method != "GET" && method != "HEAD"
        return try await client.answer(
            route.path, method: method,
            fields: fields + (isWrite ? ["Content-Type: \(type)", "Content-Length: \(bytes.count)"] : []),
            bytes: isWrite ? bytes : Data(), hasBody: method != "HEAD"
        ).status
    }

    /// Serves without the limits per minute, which would refuse first.
    private func serve(
        _ configuration: PhotoServerConfiguration? = nil, _ body: @escaping @Sendable (RawClient) async throws -> Void
    ) async throws {
        var configuration = try configuration ?? folder.configuration()
        configuration.requestLimits.refused = RequestRate(burst: 10_000, perSecond: 1)
        configuration.requestLimits.byToken = RequestRate(burst: 10_000, perSecond: 1)
        try await folder.serve(configuration, owner: nil, body)
    }

    @Test func `At each path, people may do what they were invited to, and nothing else`() async throws {
        let (routes, people, photo) = (routes, people, photo)
        try await serve { client in
            for route in routes {
                for method in route.methods.map(\.rawValue) {
                    guard let scope = Self.scope(route, method) else { continue }
                    for (may, invitation) in people {
                        let status = try await status(
                            client, route, method, fields: ["Authorization: Bearer \(invitation.secret)"])
                        let isPermitted = may.withIncluded.contains(scope)
                        // Readers learn first that a photo doesn't exist.
                        let refusal = route.isMissingPage(unless: photo) ? 404 : 403
                        #expect(
                            isPermitted ? ![401, 403].contains(status) : status == refusal,
                            "\(method) \(route.path) by \(may): \(status)")
                    }
                    let stranger = try await status(client, route, method, fields: [])
                    #expect(stranger == 401, "\(method) \(route.path)")
                }
            }
        }
    }

    @Test func `At each path that changes something, another origin's page is refused for everyone`() async throws {
        let (routes, people) = (routes, people)
        try await serve { client in
            var cookies: [String] = []
            for (_, invitation) in people { cookies.append(try await client.signIn(invitation)) }
            let credentials = people.map { "Authorization: Bearer \($0.invitation.secret)" } + cookies
            for route in routes {
                for method in route.methods.map(\.rawValue) where method != "GET" && method != "HEAD" {
                    for credential in credentials {
                        for field in Self.foreignFields {
                            let status = try await status(client, route, method, fields: [field, credential])
                            #expect(status == 403, "\(method) \(route.path) with \(field): \(status)")
                        }
                    }
                }
            }
            for cookie in cookies { #expect(try await client.answer("/", fields: [cookie]).status == 200) }
            let admin = try #require(people.last).invitation
            let feed = try await client.answer("/feed", fields: ["Authorization: Bearer \(admin.secret)"])
            #expect(try FeedPayload.decode(feed.body).map(\.id) == [photo])
            let page = try await client.page("/people", as: admin)
            #expect(!page.contains("zoe"))
        }
    }

    /// The path and the fields of each form that only admins may send.
    private static func adminForms(
        on photo: UUID, _ comment: UUID, posted: UUID, device: String
    ) -> [(String, String)] {
        let onPhoto = [
            "hide&comment=\(comment)", "show&comment=\(comment)", "close", "reopen", "hide-photo", "show-photo",
        ]
        let onPeople = [
            "invite&name=ally&may=read", "done", "appearance&accent=%23c2185b", "usual-appearance", "link&name=bob",
            "may&name=bob&may=read", "sign-out&device=\(device)", "revoke&name=bob", "remove&name=eve",
        ]
        var forms = [("/photo/\(posted)", "do=delete-photo")]
        for form in onPhoto { forms.append(("/photo/\(photo)", "do=\(form)")) }
        for form in onPeople { forms.append(("/people", "do=\(form)")) }
        return forms
    }

    @Test func `The forms of moderation are the admins' alone, and only from the server's own pages`() async throws {
        let (folder, people) = (folder, people)
        let (photo, comment, posted) = (try folder.add(), UUID(), UUID())
        let bob = try folder.invite("bob", may: .post)
        _ = try folder.invite("eve")
        try await serve(try folder.drawingConfiguration()) { client in
            #expect(try await client.put("/image/\(photo)/comments/\(comment)", "hello", as: bob).status == 201)
            #expect(try await client.post(TestPicture.data("srgb.jpg"), posted, as: bob).status == 201)
            _ = try await client.signIn(bob)
            let session = try folder.friends.open().read { try $0.sessions(of: bob.token.id) }.first
            let device = try #require(session).digest.base64EncodedString()
            let forms = Self.adminForms(
                on: photo, comment, posted: posted,
                device: device.replacing("+", with: "%2B").replacing("=", with: "%3D"))
            var credentials: [String] = []
            for (_, invitation) in people {
                let cookie = try await client.signIn(invitation)
                credentials += ["Authorization: Bearer \(invitation.secret)", cookie]
            }
            // The last two are the admin's.
            let admin = credentials.removeLast()
            credentials.removeLast()
            for (path, body) in forms {
                #expect(try await client.post(path, body).status == 401, "\(path) \(body)")
                for fields in credentials.map({ [$0] }) + Self.foreignFields.map({ [$0, admin] }) {
                    let status = try await client.post(path, body, fields: fields).status
                    #expect(status == 403, "\(path) \(body) with \(fields): \(status)")
                }
            }
            #expect(try folder.friends.open().read { try $0.audit(limit: 100) }.isEmpty)
            for (path, body) in forms {
                #expect(try await client.post(path, body, fields: [admin]).status == 303, "\(path) \(body)")
            }
            #expect(try folder.friends.open().read { try $0.audit(limit: 100) }.count == 7)
            #expect(try folder.tokens.tokens().map(\.name) == people.map { $0.invitation.token.name } + ["ally"])
        }
    }
}

extension ServerRoute {
    fileprivate func isMissingPage(unless photo: UUID) -> Bool {
        if case .page(.photo(let id)) = self { id != photo } else { false }
    }
}
