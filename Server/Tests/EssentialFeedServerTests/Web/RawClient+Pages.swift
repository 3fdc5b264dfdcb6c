import EssentialFeed

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

    private static func authorization(_ person: Invitation?) -> [String] {
        person.map { ["Authorization: Bearer \($0.secret)"] } ?? []
    }
}
