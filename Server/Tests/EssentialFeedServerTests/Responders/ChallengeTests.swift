import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct ChallengeTests {
    @Test func `Every 401 says how to sign in, and never makes a browser ask for a password`() async throws {
        let folder = PhotoFolder()
        _ = try folder.invite("maria")
        let id = UUID()
        let requests = [
            ("GET", "/"), ("GET", "/feed"), ("HEAD", "/feed"), ("GET", "/feed.atom"), ("GET", "/photo/\(id)"),
            ("GET", "/people"), ("POST", "/people"), ("GET", "/post"), ("POST", "/photo/\(id)"), ("POST", "/join"),
            ("GET", "/image/\(id)"), ("GET", "/image/\(id)/comments"), ("PUT", "/image/\(id)/comments/\(id)"),
            ("PUT", "/photos/\(id)"), ("GET", "/changes"), ("GET", "/nothing"),
        ]
        let browser = ["Accept: text/html", "Sec-Fetch-Mode: navigate"]
        var configuration = try folder.configuration()
        configuration.requestLimits.refused = RequestRate(burst: 1_000, perSecond: 1)
        try await folder.serve(configuration) { client in
            for (method, path) in requests {
                for fields in [[], ["Accept: text/html"], browser, browser + ["Cookie: essential-feed=x"]] {
                    let answer = try await client.answer(
                        path, method: method,
                        fields: fields + (method == "GET" || method == "HEAD" ? [] : ["Content-Length: 0"]),
                        hasBody: method != "HEAD")
                    #expect(answer.status == 401, "\(method) \(path)")
                    let challenge = answer.fields["www-authenticate"] ?? ""
                    #expect(challenge.contains("Bearer "), "\(method) \(path) \(fields)")
                    #expect(!fields.contains(browser[1]) || !challenge.contains("Basic"), "\(method) \(path)")
                }
            }
        }
    }
}
