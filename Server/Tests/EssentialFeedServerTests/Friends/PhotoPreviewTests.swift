import Foundation
import ImageFormats
import NIOPosix
import Synchronization
import SystemPackage
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

    /// Holds each drawing until the test answers it.
    private struct HeldEncoder: SizeEncoder {
        let maximumFileSize = Int64.max
        let maximumPhotos = 1
        let calls = HeldCalls<EncodedPhoto>()

        func images(of photo: Data, longEdges: [Int]) async throws -> EncodedPhoto { try await calls.call() }
    }

    private func source() throws -> PhotoSource {
        try PhotoSource(try folder.drawingConfiguration(), threads: .singleton, logger: RecordingLog().logger)
    }

    private func useCases(_ encoder: HeldEncoder) throws -> FriendsUseCases {
        let source = try source()
        let photos = PhotosWithFriends(folder: source.catalog, friends: try #require(source.friends))
        return FriendsUseCases(photos: photos, encoder: encoder, now: { Date() })
    }

    private func upload() throws -> PhotoUpload {
        let sent = folder.state.url.appending(path: "sent.jpg")
        try TestPicture.data("plain.jpg").write(to: sent)
        return PhotoUpload(length: 1) { _ in
            let file = try OpenFile(path: FilePath(sent.path))
            return ReceivedPhoto(file: file, digest: try ContentDigest(of: file), texts: nil)
        }
    }

    private func requester(_ name: String) -> Requester {
        Requester(person: Person(id: name, name: name), scopes: [.read, .comment, .post])
    }

    /// A drawing by the held encoder.
    private func drawn(_ image: Data) -> EncodedPhoto { EncodedPhoto(images: [image], placeholder: []) }

    @Test func `Previews and own pictures are drawn one at a time, and nobody waits for another's later ones`()
        async throws
    {
        let encoder = HeldEncoder()
        let (useCases, upload) = (try useCases(encoder), try upload())
        let previewPhoto = useCases.previewPhoto
        func preview(by name: String) -> Task<Data, any Error> {
            let person = requester(name)
            return Task { try await previewPhoto(upload, by: person) }
        }
        let (mariasPhoto, bobsPhoto) = (Data("maria's".utf8), Data("bob's".utf8))
        let others = (0..<3).map { _ in preview(by: "maria") }
        try await encoder.calls.arrival(0)
        let own = preview(by: "bob")
        func untilWaiting(_ name: String, _ count: Int) async throws {
            try await waitUntil {
                previewPhoto.turns.waiting.withLock { $0[name] != nil && $0[PreviewPhoto.everyone]?.count == count }
            }
        }
        try await untilWaiting("bob", 1)
        let nikos = requester("nikos")
        let picture = Task { try await useCases.changePicture(upload, by: nikos) }
        try await untilWaiting("nikos", 2)
        #expect(encoder.calls.count == 1)
        encoder.calls.answer(0, with: .success(drawn(mariasPhoto)))
        try await encoder.calls.arrival(1)
        encoder.calls.answer(1, with: .success(drawn(bobsPhoto)))
        #expect(try await own.valueInTime() == bobsPhoto)
        encoder.calls.answerAll(with: drawn(mariasPhoto))
        try await picture.valueInTime()
        for other in others { #expect(try await other.valueInTime() == mariasPhoto) }
    }

    @Test func `A posted photo waits for nobody's previews, not even its own person's`() async throws {
        let encoder = HeldEncoder()
        let (useCases, upload) = (try useCases(encoder), try upload())
        let (maria, bob) = (requester("maria"), requester("bob"))
        let previews = [maria, maria, bob].map { person in
            Task { try await useCases.previewPhoto(upload, by: person) }
        }
        try await encoder.calls.arrival(0)
        let post = Task { try await useCases.postPhoto(upload, PostTexts(), id: UUID(), by: maria).isNew }
        try await encoder.calls.arrival(1)
        let image = try TestPicture.data("plain.jpg")
        encoder.calls.answer(1, with: .success(drawn(image)))
        #expect(try await post.valueInTime())
        encoder.calls.answerAll(with: drawn(image))
        for preview in previews { #expect(try await preview.valueInTime() == image) }
    }

    @Test func `A photo is drawn for a person in one go, so nobody else's photo comes in between`() async throws {
        let encoder = try #require(try source().encoder)
        #expect(encoder.maximumPhotos == 2)
        let drawn = try await encoder.images(of: try TestPicture.data("plain.jpg"), longEdges: [480])
        #expect(drawn.images.count == 1)
        // Only a second use of the decoder would tell what the photo looks like.
        #expect(drawn.look == nil)
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
