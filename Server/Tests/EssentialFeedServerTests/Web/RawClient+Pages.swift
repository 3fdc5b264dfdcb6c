import EssentialFeed
import Testing

@testable import EssentialFeedServer

/// Asks for pages, and sends their forms, as a browser without scripts does.
extension RawClient {
    func page(_ path: String, as person: Invitation? = nil, fields: [String] = []) async throws -> String {
        let fields = fields + Self.authorization(person) + ["Accept: text/html"]
        return try await answer(path, fields: fields).text
    }

    func post(
        _ path: String, _ body: String, as person: Invitation? = nil, fields: [String] = []
    ) async throws -> Answer {
        try await answer(
            path, method: "POST",
            fields: fields + Self.authorization(person) + [
                "Accept: text/html", "Content-Type: application/x-www-form-urlencoded",
                "Content-Length: \(body.utf8.count)",
            ], body: body)
    }

    /// Signs a browser in and returns its `Cookie` field.
    func signIn(_ person: Invitation) async throws -> String {
        try #require(try await post("/join", "link=\(person.secret)").cookieField)
    }

    private static func authorization(_ person: Invitation?) -> [String] {
        person.map { ["Authorization: Bearer \($0.secret)"] } ?? []
    }
}

extension RawClient.Answer {
    /// The `Cookie` field of the browser that the answer signs in; `nil` if it doesn't sign in any.
    var cookieField: String? {
        cookies.first { !$0.contains("Max-Age=0") }.map { "Cookie: \($0.prefix { $0 != ";" })" }
    }
}
