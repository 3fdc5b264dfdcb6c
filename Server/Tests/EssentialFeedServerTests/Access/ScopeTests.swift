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
    private func serve(_ body: @escaping @Sendable (RawClient) async throws -> Void) async throws {
        var configuration = try folder.configuration()
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

    @Test func `At each path that changes something, a page of another origin is refused, whoever is signed in`()
        async throws
    {
        let (routes, people) = (routes, people)
        try await serve { client in
            for route in routes {
                for method in route.methods.map(\.rawValue) where method != "GET" && method != "HEAD" {
                    for (_, invitation) in people {
                        for field in Self.foreignFields {
                            let status = try await status(
                                client, route, method, fields: [field, "Authorization: Bearer \(invitation.secret)"])
                            #expect(status == 403, "\(method) \(route.path) with \(field): \(status)")
                        }
                    }
                }
            }
            let admin = try #require(people.last).invitation
            let feed = try await client.answer("/feed", fields: ["Authorization: Bearer \(admin.secret)"])
            #expect(try FeedPayload.decode(feed.body).map(\.id) == [photo])
            let people = try await client.page("/people", as: admin)
            #expect(!people.contains("zoe"))
        }
    }
}

extension ServerRoute {
    fileprivate func isMissingPage(unless photo: UUID) -> Bool {
        if case .page(.photo(let id)) = self { id != photo } else { false }
    }
}
