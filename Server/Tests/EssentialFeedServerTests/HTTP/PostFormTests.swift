import Foundation
import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct PostFormTests {
    @Test(arguments: ["b", "--", "x y", FormPart.boundary])
    func `A form reads alike however its bytes are parted; photos may hold almost a boundary`(boundary: String) throws {
        let lookalikes = ["\r\n--", "\r\n--\(boundary.dropLast())", "--\(boundary)--\r\n", "\r\r\n--", "\r\n\r\n-"]
        let photo = Data(lookalikes.joined(separator: "\r").utf8) + Data([0, 0xFF, 13, 10, 13])
        let form = FormPart.form(
            [FormPart("caption", "\r\nΝαύπλιο\r\n--"), FormPart("photo", photo), FormPart("alt", "")],
            boundary: boundary)
        for length in 1...form.count {
            var reader = try #require(PostForm(contentType: "multipart/form-data; boundary=\"\(boundary)\""))
            var read = Data()
            for start in stride(from: 0, to: form.count, by: length) {
                let part = form.dropFirst(start).prefix(length)
                read += Data(try reader.photo(in: ByteBuffer(bytes: part)).readableBytesView)
            }
            #expect(read == photo)
            #expect(try reader.finished() == PostTexts(caption: "Ναύπλιο\n--"))
        }
    }

    @Test(
        arguments: [
            "multipart/form-data; boundary=b", "multipart/form-data;boundary=\"b\"", "Multipart/Form-Data; Boundary=b",
            "multipart/form-data; charset=utf-8; boundary=b", "multipart/form-data; boundary=b; charset=utf-8",
        ])
    func `The boundary of a form is where clients write it`(type: String) throws {
        var reader = try #require(PostForm(contentType: type))
        let name = "Content-Disposition: form-data; name=photo; filename=\"\\\"; filename*=utf-8''x"
        let photo = try reader.photo(
            in: ByteBuffer(bytes: FormPart.form([FormPart(head: name, Data("p".utf8))], boundary: "b")))
        #expect(photo == ByteBuffer(string: "p"))
        #expect(try reader.finished() == PostTexts())
    }
}
