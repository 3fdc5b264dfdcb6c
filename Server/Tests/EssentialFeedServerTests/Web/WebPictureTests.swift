import EssentialFeed
import Foundation
import ImageFormats
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The pictures that people set beside their names, without scripts, with the built decoder.
@Suite struct WebPictureTests {
    private let folder = PhotoFolder()
    private let photo: String
    private let maria: Invitation
    private let bob: Invitation
    private let olga: Invitation

    init() throws {
        photo = try folder.addPage()
        (maria, bob) = (try folder.invite("maria"), try folder.invite("bob", may: .read))
        olga = try folder.invite("olga", may: .admin)
    }

    private func send(_ picture: Data, by client: RawClient) async throws -> RawClient.Answer {
        let form = FormPart.form([FormPart("photo", picture, more: "; filename=\"me.jpg\"")])
        return try await client.answer(
            "/you/picture", method: "POST",
            fields: [
                "Authorization: Bearer \(maria.secret)", "Accept: text/html",
                "Content-Type: multipart/form-data; boundary=\(FormPart.boundary)", "Content-Length: \(form.count)",
            ], bytes: form)
    }

    /// Returns the address of the picture beside the comment on the photo.
    private func address(_ client: RawClient) async throws -> String? {
        try await client.page(photo, as: bob)
            .firstMatch(of: #/<img src="(\/pictures\/[0-9a-f]+)" alt=""[^>]*><bdi>maria<\/bdi>/#).map { String($0.1) }
    }

    private func serve(_ body: @escaping @Sendable (RawClient) async throws -> Void) async throws {
        try await folder.serve(try folder.drawingConfiguration()) { [photo, maria] client in
            let comment = "do=post&comment=\(UUID())&message=hello"
            #expect(try await client.post(photo, comment, as: maria).status == 303)
            try await body(client)
        }
    }

    @Test func `Web: a picture is beside a person's words, small and without metadata, until removed`() async throws {
        let (first, second) = (try PrivatePicture.data("phone.heic"), try TestPicture.data("large-progressive.jpg"))
        try await serve { client in
            #expect(try await address(client) == nil)
            let saved = try await send(first, by: client)
            #expect((saved.status, saved.fields["location"]) == (303, "/you"))
            let before = try #require(try await address(client))
            let answer = try await client.answer(before, as: bob)
            #expect((answer.status, answer.fields["content-type"]) == (200, "image/jpeg"))
            #expect(answer.fields["cache-control"] == "private, max-age=31536000, immutable")
            let size = try DecodePlan(of: answer.body).image.size
            #expect((1...128).contains(min(size.width, size.height)))
            #expect(answer.body.range(of: Data("CANARY".utf8)) == nil)
            #expect(try await client.answer(before, fields: ["Authorization: Bearer wrong"]).status == 401)
            let own = try await client.page("/you", as: maria)
            #expect(own.contains(before))
            #expect(own.contains(#"<label class="button" for="picture">Choose Picture</label>"#))
            for path in ["/activity", "/people"] {
                #expect(try await client.page(path, as: olga).contains(#"<img src="\#(before)" alt="""#), "\(path)")
            }

            #expect(try await send(second, by: client).status == 303)
            let after = try #require(try await address(client))
            #expect(try await client.answer(after, as: bob).body != answer.body)
            #expect(try await client.answer(before, as: bob).status == 404)
            #expect(try await client.page("/you", as: maria).contains(#"href="/you?do=remove-picture""#))
            let question = try await client.page("/you?do=remove-picture", as: maria)
            #expect(question.contains("<h2>Remove your picture?</h2>") && question.contains(#"value="remove-picture""#))
            #expect(try await address(client) == after)
            #expect(try await client.post("/you", "do=remove-picture", as: maria).status == 303)
            #expect(try await address(client) == nil)
            #expect(try await client.answer(after, as: bob).status == 404)
        }
    }

    @Test func `Web: what isn't a picture is refused in a sentence, and the picture before stays`() async throws {
        let picture = try TestPicture.data("large-progressive.jpg")
        try await serve { [folder] client in
            #expect(try await send(picture, by: client).status == 303)
            for bytes in [Data("not a picture".utf8), Data()] {
                let answer = try await send(bytes, by: client)
                #expect(answer.status == 422)
                #expect(answer.text.contains(#"<p class="error" role="alert">This isn’t a photo that can be shown."#))
            }
            #expect(try await address(client) != nil)
            let posts = try folder.friends.posts.folder.string
            try FileManager.default.removeItem(atPath: posts)
            #expect(FileManager.default.createFile(atPath: posts, contents: nil))
            #expect(try await send(picture, by: client).status == 503)
        }
    }

    /// - Parameter deletingContent: `nil` if the server of another folder, which shares the state, removes the person.
    @Test(arguments: [true, false, nil] as [Bool?])
    func `Web: a removed person's picture is gone`(deletingContent: Bool?) async throws {
        let picture = try TestPicture.data("large-progressive.jpg")
        try await serve { [folder, photo, bob] client in
            #expect(try await send(picture, by: client).status == 303)
            let shown = try #require(try await address(client))
            if let deletingContent {
                try StateModeration(of: folder.tokens.folder, now: { Date() }).remove(
                    "maria", deletingContent: deletingContent)
            } else {
                try folder.tokens.revoke("maria")
            }
            try await waitUntil { try await !client.page(photo, as: bob).contains("/pictures/") }
            #expect(try await client.answer(shown, as: bob).status == 404)
        }
    }
}
