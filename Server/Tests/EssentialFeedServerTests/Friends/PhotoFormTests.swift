import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Photos posted as a form, with their texts beside them in the body, over HTTP.
@Suite struct PhotoFormTests {
    private let folder = PhotoFolder()
    private let maria: Invitation
    private let photo: Data

    init() throws {
        maria = try folder.invite("maria", may: .post)
        photo = try TestPicture.data("plain.jpg")
    }

    private var file: FormPart { FormPart("photo", photo, more: "; filename=\"a.jpg\"\r\nContent-Type: image/jpeg") }

    private func post(
        _ form: Data, as type: String = "multipart/form-data; boundary=\(FormPart.boundary)", id: UUID = UUID(),
        with fields: [String] = [], by client: RawClient
    ) async throws -> RawClient.Answer {
        try await client.answer(
            "/photos/\(id)", method: "PUT",
            fields: ["Authorization: Bearer \(maria.secret)", "Content-Type: \(type)", "Content-Length: \(form.count)"]
                + fields,
            bytes: form)
    }

    @Test func `A photo's texts may have any letters and the full length, before or after the photo`() async throws {
        let caption = String(repeating: "Ναύπλιο ", count: 250).trimmingCharacters(in: .whitespaces)
        let texts = [FormPart("caption", caption), FormPart("location", "\"Ναύπλιο\"; a=b"), FormPart("alt", "A\r\nb")]
        try await folder.serve(try folder.drawingConfiguration()) { [photo, file, maria] client in
            let id = UUID()
            #expect(try await post(FormPart.form(texts + [file]), id: id, by: client).status == 201)
            // The same photo with the same texts is the same request, however it is sent.
            #expect(try await post(FormPart.form([file] + texts.reversed()), id: id, by: client).status == 200)
            let encoded = try #require(caption.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let fields = [
                "Photo-Caption: \(encoded)", "Photo-Location: %22%CE%9D%CE%B1%CF%8D%CF%80%CE%BB%CE%B9%CE%BF%22; a=b",
                "Photo-Alt: A%0Ab",
            ]
            #expect(try await client.post(photo, id, as: maria, fields).status == 200)
            let item = try #require(try await client.items(as: maria).first)
            #expect(item["description"] as? String == caption)
            #expect(item["location"] as? String == "\"Ναύπλιο\"; a=b")
            #expect(item["alt"] as? String == "A\nb")
            #expect(try await post(FormPart.form([file]), by: client).status == 201)
            #expect(try await client.items(as: maria).first?["description"] == nil)
        }
    }

    @Test func `A form that isn't a photo with texts is refused as a whole`() async throws {
        let end = Data("--\(FormPart.boundary)--\r\n".utf8)
        let whole = FormPart.form([file])
        let caption = FormPart("caption", "noon")
        let refused: [(Data, Int)] = [
            (FormPart.form([caption]), 400),
            (FormPart.form([]), 400),
            (Data(), 400),
            (FormPart.form([file, file]), 400),
            (FormPart.form([caption, caption, file]), 400),
            (FormPart.form([FormPart("captoin", "noon"), file]), 400),
            (FormPart.form([FormPart("caption", Data([0xFF])), file]), 400),
            (FormPart.form([FormPart("caption", String(repeating: "a", count: 2_001)), file]), 422),
            (FormPart.form([FormPart("caption", String(repeating: "a", count: 100_000)), file]), 422),
            (FormPart.form([FormPart("caption", "x", more: "\r\nContent-Transfer-Encoding: base64"), file]), 400),
            (FormPart.form([FormPart("photo", photo, more: "\r\nX: " + String(repeating: "x", count: 9_000))]), 400),
            (FormPart.form([FormPart("photo", photo, more: "\r\nContent-Disposition: form-data; name=\"alt\"")]), 400),
            (FormPart.form([FormPart(head: "Content-Type: image/jpeg", photo)]), 400),
            (FormPart.form([FormPart(head: "Content-Disposition: attachment; name=\"photo\"", photo)]), 400),
            (
                FormPart.form([
                    FormPart(head: "Content-Disposition: form-data; filename=\"; name=\"; name=\"photo\"", photo)
                ]), 400
            ),
            (whole.dropLast(end.count), 400),
            (whole.dropLast(4), 400),
            (whole.prefix(200), 400),
            (Data("preamble\r\n".utf8) + whole, 400),
            (whole + Data("more".utf8), 400),
            (whole + whole, 400),
            (Data(whole.dropLast(end.count)) + Data("--\(FormPart.boundary)x--\r\n".utf8), 400),
            (FormPart.form([FormPart("photo", Data())]), 422),
            (FormPart.form([FormPart("photo", photo.prefix(photo.count / 2))]), 422),
        ]
        try await folder.serve(try folder.drawingConfiguration()) { [maria] client in
            for (index, (form, status)) in refused.enumerated() {
                let answer = try await post(form, by: client)
                #expect(answer.status == status, "\(index): \(answer.text)")
            }
            for type in [
                "multipart/form-data", "multipart/form-data; boundary=",
                "multipart/mixed; boundary=\(FormPart.boundary)",
                "multipart/form-data; boundary=\(String(repeating: "a", count: 71))",
            ] {
                #expect(try await post(whole, as: type, by: client).status == 415, "\(type)")
            }
            #expect(try await post(whole, with: ["Photo-Caption: noon"], by: client).status == 400)
            #expect(try await client.items(as: maria).isEmpty)
            let left = try FileManager.default.subpathsOfDirectory(atPath: folder.state.path)
            #expect(left.allSatisfy { !$0.contains("/posts-") || !($0.hasSuffix(".jpg") || $0.hasSuffix(".part")) })
        }
    }
}

struct FormPart {
    static let boundary = "----a-boundary'()+_,-./:=?"

    let head: String
    let content: Data

    init(head: String, _ content: Data) {
        (self.head, self.content) = (head, content)
    }

    /// - Parameter more: What follows the name in the head.
    init(_ name: String, _ content: Data, more: String = "") {
        self.init(head: "Content-Disposition: form-data; name=\"\(name)\"\(more)", content)
    }

    init(_ name: String, _ text: String, more: String = "") {
        self.init(name, Data(text.utf8), more: more)
    }

    static func form(_ parts: [FormPart], boundary: String = boundary) -> Data {
        parts.reduce(into: Data()) {
            $0 += Data("--\(boundary)\r\n\($1.head)\r\n\r\n".utf8) + $1.content + Data("\r\n".utf8)
        } + Data("--\(boundary)--\r\n".utf8)
    }
}
