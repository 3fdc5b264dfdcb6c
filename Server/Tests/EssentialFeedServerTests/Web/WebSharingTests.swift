import Foundation
import Testing

@testable import EssentialFeedServer

/// The server's part in sharing photos from a phone's system with the feed.
@Suite struct WebSharingTests {
    private static let sentence =
        "The photos you shared weren’t kept. Choose or share them again: at most 100 photos can wait to be posted."

    private let folder = PhotoFolder()
    private let maria: Invitation
    private let bob: Invitation

    init() throws {
        maria = try folder.invite("maria", may: .post)
        bob = try folder.invite("bob", may: .comment)
    }

    private func authorization(_ person: Invitation) -> String { "Authorization: Bearer \(person.secret)" }

    /// Sends what a browser without the worker sends.
    private func share(_ client: RawClient, fields: [String]) async throws -> RawClient.Answer {
        let form = FormPart.form([
            FormPart("text", "From the pier"),
            FormPart("photo", Data(count: 1 << 20), more: "; filename=\"a.jpg\"\r\nContent-Type: image/jpeg"),
        ])
        let head = [
            "Accept: text/html", "Content-Type: multipart/form-data; boundary=\(FormPart.boundary)",
            "Content-Length: \(form.count)",
        ]
        return try await client.answer("/post", method: "POST", fields: head + fields, bytes: form)
    }

    @Test(arguments: ["", "/p"])
    func `Web: the feed on the home screen takes other apps' photos if one may post`(basePath: String) async throws {
        try await folder.serve(try folder.configuration(basePath: basePath)) { [maria, bob] client in
            func target(_ person: Invitation) async throws -> [String: Any]? {
                let path = basePath + "/manifest.webmanifest"
                let answer = try await client.answer(path, fields: [authorization(person)])
                #expect(answer.fields["cache-control"] == "private, no-cache")
                let manifest = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
                return manifest["share_target"] as? [String: Any]
            }
            #expect(try await target(bob) == nil)
            let offer = try #require(try await target(maria))
            #expect(offer["action"] as? String == basePath + "/post")
            #expect(offer["method"] as? String == "POST")
            #expect(offer["enctype"] as? String == "multipart/form-data")
            let files = (offer["params"] as? [String: Any])?["files"] as? [[String: Any]]
            #expect(files?.first?["name"] as? String == "photo")
            #expect(files?.first?["accept"] as? [String] == ["image/*"])
        }
    }

    @Test func `Web: photos that are shared without the worker aren't kept, and the page says so`() async throws {
        try await folder.serve { [maria, bob] client in
            let answer = try await share(
                client, fields: [authorization(maria), "Sec-Fetch-Site: none", "Origin: null"])
            #expect((answer.status, answer.fields["location"]) == (303, "/post?shared=lost"))
            #expect(try await client.page("/post?shared=lost", as: maria).contains(Self.sentence))
            #expect(try await !client.page("/post", as: maria).contains(Self.sentence))
            #expect(try await client.items(as: maria).isEmpty)
            #expect(try await client.post("/post", "", as: bob).status == 403)
        }
    }

    @Test func `Web: whoever shares photos while signed out learns that, and may then choose them`() async throws {
        try await folder.serve(owner: nil) { [maria] client in
            let answer = try await client.answer("/post?shared=lost", fields: ["Accept: text/html"])
            #expect(answer.status == 401)
            #expect(answer.text.contains(Self.sentence))
            #expect(answer.text.contains(#"name="to" value="/post""#))
            #expect(try await !client.page("/post").contains(Self.sentence))
            let signedIn = try await client.post("/join", "link=\(maria.secret)&to=/post")
            #expect((signedIn.status, signedIn.fields["location"]) == (303, "/post"))
            #expect(try await client.post("/post", "").text.contains(Self.sentence))
        }
    }
}
