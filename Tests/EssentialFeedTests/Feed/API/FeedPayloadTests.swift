import EssentialFeed
import Foundation
import Testing
import TestSupport

@Suite struct FeedPayloadTests {
    @Test("B023 Items are delivered in the order of the payload, with `image` as URL and missing texts as nil")
    func decodeDeliversItemsInPayloadOrder() throws {
        let images = uniqueFeed()

        #expect(try FeedPayload.decode(FeedPayload.encode(images)) == images)
        let text = String(decoding: FeedPayload.encode([images[3]]), as: UTF8.self)
        #expect(text == #"{"items":[{"id":"\#(images[3].id)","image":"\#(images[3].url)"}]}"#)
    }

    @Test func `B023a The feed payload decodes exactly as the source documents print it`() throws {
        let ids = (1...4).map { UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)")! }
        // The documents print placeholders for the ids and `...` at the end. Everything else, including tabs and the
        // trailing comma, is verbatim.
        let printed = """
            {
            \t"items": [
            \t\t{
            \t\t\t"id": "\(ids[0])",
            \t\t\t"description": "a description",
            \t\t\t"location": "a location",
            \t\t\t"image": "https://a-image.url",
            \t\t},
            \t\t{
            \t\t\t"id": "\(ids[1])",
            \t\t\t"description": "another description",
            \t\t\t"image": "https://another-image.url"
            \t\t},
            \t\t{
            \t\t\t"id": "\(ids[2])",
            \t\t\t"location": "even another location",
            \t\t\t"image": "https://even-another-image.url"
            \t\t},
            \t\t{
            \t\t\t"id": "\(ids[3])",
            \t\t\t"image": "https://yet-another-image.url"
            \t\t}
            \t]
            }
            """

        let images = try FeedPayload.decode(Data(printed.utf8))

        func url(_ text: String) -> URL { URL(string: text)! }
        #expect(
            images == [
                FeedImage(
                    id: ids[0], description: "a description", location: "a location", url: url("https://a-image.url")),
                FeedImage(id: ids[1], description: "another description", url: url("https://another-image.url")),
                FeedImage(id: ids[2], location: "even another location", url: url("https://even-another-image.url")),
                FeedImage(id: ids[3], url: url("https://yet-another-image.url")),
            ])
    }

    @Test(
        arguments: [
            #""id":"no UUID","image":"https://a.url""#,
            #""id":7,"image":"https://a.url""#,
            #""id":null,"image":"https://a.url""#,
            #""image":"https://a.url""#,
            #""id":"\#(UUID())""#,
            #""id":"\#(UUID())","image":null"#,
            #""id":"\#(UUID())","image":1"#,
            #""id":"\#(UUID())","image":"""#,
            #""id":"\#(UUID())","image":"a/relative/path.jpg""#,
            #""id":"\#(UUID())","image":"/an/absolute/path.jpg""#,
            #""id":"\#(UUID())","image":"//a.url/without-scheme""#,
            #""id":"\#(UUID())","image":"file:///etc/passwd""#,
            #""id":"\#(UUID())","image":"ftp://a.url/image""#,
            #""id":"\#(UUID())","image":"data:image/png;base64,iVBORw0KGgo=""#,
            #""id":"\#(UUID())","image":"https:///no-host""#,
            #""id":"\#(UUID())","image":"https://user@/no-host""#,
            #""id":"\#(UUID())","image":"https:no-host""#,
            #""id":"\#(UUID())","image":"http://127.0.0.1:70000/a.jpg""#,
            #""id":"\#(UUID())","image":"http://a.url:0/a.jpg""#,
            #""id":"\#(UUID())","image":"http://a.url:99999999999999999999/a.jpg""#,
            #""id":"\#(UUID())","image":"http://127.0.0.1%00.a.url/""#,
            #""id":"\#(UUID())","image":"https://user:secret@a.url""#,
            #""id":"\#(UUID())","image":"https://user@a.url""#,
            #""id":"\#(UUID())","image":"https://:secret@a.url""#,
            #""id":"\#(UUID())","image":"https://@a.url""#,
            #""id":"\#(UUID())","image":"https://a.url","description":1"#,
            #""id":"\#(UUID())","image":"https://a.url","location":["a"]"#,
        ])
    func `B024 One malformed item fails the whole payload`(fields: String) {
        let whole = #"{"id":"\#(UUID())","image":"https://a.url"}"#

        for items in ["{\(fields)}", "\(whole),{\(fields)}", "{\(fields)},\(whole)"] {
            #expect(throws: DecodingError.self) { try FeedPayload.decode(Data(#"{"items":[\#(items)]}"#.utf8)) }
        }
        #expect(throws: Never.self) { try FeedPayload.decode(Data(#"{"items":[\#(whole)]}"#.utf8)) }
    }

    @Test func `B025 Unknown keys are ignored, null texts are nil, empty texts stay empty`() throws {
        let ids = [UUID(), UUID()]
        let text = """
            {"next":{"page":[1]},"items":[
            {"id":"\(ids[0])","description":null,"location":null,"image":"https://a.url","likes":[{}],"\\u0000":0},
            {"id":"\(ids[1].uuidString.lowercased())","description":"","location":"","image":"https://b.url"}]}
            """

        #expect(
            try FeedPayload.decode(Data(text.utf8)) == [
                FeedImage(id: ids[0], url: URL(string: "https://a.url")!),
                FeedImage(id: ids[1], description: "", location: "", url: URL(string: "https://b.url")!),
            ])
    }

    @Test func `B023 Texts of any script, quotes and control characters survive encoding and decoding`() throws {
        let text = "Ναός \"👨‍👩‍👧‍👦\" \\ / \u{0}\u{1F}\u{2028}\r\n é"
        let image = uniqueImage(description: text, location: text)

        let decoded = try FeedPayload.decode(FeedPayload.encode([image]))

        #expect(decoded.first?.description.map { Array($0.utf8) } == Array(text.utf8))
        #expect(decoded == [image])
    }
}
