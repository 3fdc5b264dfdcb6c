import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Previews of chosen photos that browsers can't decode, over HTTP, with the built decoder.
@Suite struct PhotoPreviewTests {
    private let folder = PhotoFolder()
    private let maria: Invitation

    init() throws {
        maria = try folder.invite("maria", may: .post)
    }

    private func preview(_ photo: Data, by client: RawClient) async throws -> RawClient.Answer {
        let form = FormPart.form([FormPart("photo", photo, more: "; filename=\"a.heic\"")])
        return try await client.answer(
            "/post/preview", method: "POST",
            fields: [
                "Authorization: Bearer \(maria.secret)",
                "Content-Type: multipart/form-data; boundary=\(FormPart.boundary)", "Content-Length: \(form.count)",
            ], bytes: form)
    }

    @Test func `A chosen photo is drawn small and without metadata, and nothing of it is kept`() async throws {
        let (phone, large) = (try PrivatePicture.data("phone.heic"), try TestPicture.data("large.heic"))
        try await folder.serve(try folder.drawingConfiguration()) { [folder] client in
            for photo in [phone, large] {
                let answer = try await preview(photo, by: client)
                #expect((answer.status, answer.fields["content-type"]) == (200, "image/jpeg"))
                #expect(answer.fields["cache-control"] == "no-store")
                let size = try DecodePlan(of: answer.body).image.size
                #expect((1...480).contains(max(size.width, size.height)))
                #expect(answer.body.range(of: Data("CANARY".utf8)) == nil)
            }
            #expect(try await client.items(as: maria).isEmpty)
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.state.path)
            #expect(files.filter { $0.contains("/posts-") && ($0.hasSuffix(".jpg") || $0.hasSuffix(".part")) } == [])
        }
    }

    @Test func `A person gets as many previews as the limit permits`() async throws {
        let photo = try TestPicture.data("orientation-6.jpg")
        try await folder.serve(try folder.drawingConfiguration()) { client async throws in
            let limit = WriteLimit.previews[0].count
            for number in 0...limit {
                #expect(try await preview(photo, by: client).status == (number < limit ? 200 : 429))
            }
        }
    }

    @Test func `What isn't a photo, and what is too large, gets no preview but the reason`() async throws {
        var configuration = try folder.drawingConfiguration()
        configuration.postLimits.photo = StorageLimit(name: "1 KB for a photo", bytes: 1_000)
        try await folder.serve(configuration) { client in
            let text = try await preview(Data("not a photo".utf8), by: client)
            #expect(text.status == 422 && text.text.contains("isn't a photo"))
            let large = try await preview(Data(count: 2_000), by: client)
            #expect(large.status == 413 && large.text.contains("1 KB for a photo"))
        }
    }
}
