import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The form for changing a photo's texts, as sent by browsers without scripts.
@Suite struct WebPhotoTextsTests {
    @Test func `Web: a photo's texts are changed by its poster, and a refused form keeps what it has`() async throws {
        let folder = PhotoFolder()
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        let (maria, admin) = (try folder.invite("maria", may: .post), try folder.invite("zoe", may: .admin))
        let (id, photo) = (UUID(), try TestPicture.data("large-progressive.jpg"))
        let page = "/photo/\(id.uuidString)"
        try await folder.serve(try folder.drawingConfiguration()) { client in
            #expect(try await client.post(photo, id, as: maria, ["Photo-Caption: nown"]).status == 201)
            #expect(try await client.page(page, as: maria).contains(#"<textarea name="caption""#))
            #expect(!(try await client.page(page, as: admin).contains(#"class="edit""#)))
            let form = "do=change-photo&caption=no%3Con%0D%0A&location=Nafplio&alt=A+harbour"
            #expect(try await client.post(page, form, as: admin).status == 403)
            let changed = try await client.post(page, form, as: maria)
            #expect((changed.status, changed.fields["location"]) == (303, page))
            let shown = try await client.page(page, as: admin)
            #expect(shown.contains("no&lt;on") && shown.contains("<h1 dir=\"auto\">Nafplio</h1>"))
            #expect(shown.contains(#"alt="A harbour""#))

            let long = String(repeating: "a", count: 2_001)
            let refused = try await client.post(page, "do=change-photo&caption=\(long)", as: maria)
            #expect(refused.status == 422)
            let answer = refused.text
            #expect(answer.contains(#"<details class="edit" open>"#) && answer.contains(">\(long)</textarea>"))
            #expect(answer.matches(of: #/role="alert">The text is too long\./#).count == 1)
            #expect(try await client.page(page, as: maria).contains("no&lt;on"))
            // A text that isn't mentioned stays.
            #expect(try await client.post(page, "do=change-photo&caption=", as: maria).status == 303)
            let rest = try await client.page(page, as: maria)
            #expect(!rest.contains("class=\"caption\"") && rest.contains("Nafplio</h1>"))
        }
    }
}
