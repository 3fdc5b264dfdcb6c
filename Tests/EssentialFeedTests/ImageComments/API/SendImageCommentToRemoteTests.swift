import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Testing
import TestSupport

@Suite(.detectsHangs) struct SendImageCommentToRemoteTests {
    private let id = UUID()
    private let imageID = UUID()

    @Test func `A comment is put at its own URL, and delivered as the server has saved it`() async throws {
        let answered = answer(
            201,
            text:
                #"{"author":{"username":"maria"},"created_at":"2020-09-13T12:26:40Z","id":"\#(id)","message":"hello"}"#)
        let client = HTTPClientSpy.answering(.success(answered))
        let comment = try await send(client)
        #expect(
            comment
                == ImageComment(
                    id: id, message: "hello", createdAt: Date(timeIntervalSince1970: 1_600_000_000),
                    author: ImageCommentAuthor(username: "maria")))
        let request = try #require(client.requests.first)
        #expect(client.requests.count == 1)
        #expect(request.url == anyAddress.comments(imageID: imageID).appending(component: id.uuidString))
        #expect(request.body == Data(#"{"message":" hello"}"#.utf8))
        #expect("\(request)".hasPrefix("PUT "))
    }

    @Test(arguments: [
        (403, CommentRefusal.notPermitted), (413, .tooLong), (422, .tooLong), (429, .tooMany), (507, .noSpace),
    ])
    func `A server's refusal says what to do`(status: Int, refusal: CommentRefusal) async {
        await #expect(throws: refusal) { try await send(.answering(.success(answer(status, text: "{}")))) }
    }

    @Test func `A server that failed tells the number at which its log has the reason, and no other text`() async {
        for status in [500, 503] {
            let failed = answer(
                status, headerFields: [.contentType: "application/problem+json", .requestID: "0A1B2C3D"])
            await #expect(throws: CommentRefusal.failed(reference: "0A1B2C3D")) {
                try await send(.answering(.success(failed)))
            }
        }
        let text = answer(
            500, headerFields: [.contentType: "application/problem+json", .requestID: "call 555-0123"])
        #expect(await fault(of: { try await send(.answering(.success(text))) }) == .status(500))
        let proxy = answer(502, headerFields: [.contentType: "text/html", .requestID: "0A1B2C3D"])
        #expect(await fault(of: { try await send(.answering(.success(proxy))) }) == .status(502))
        let full = answer(507, headerFields: [.requestID: "0A1B2C3D"])
        await #expect(throws: CommentRefusal.noSpace) { try await send(.answering(.success(full))) }
    }

    @Test(arguments: ["", " \n\t", "\u{200B}\u{2060}", "\u{301}"])
    func `A comment without anything to see is refused as empty, and isn't sent`(message: String) async {
        let client = HTTPClientSpy.answering(.success(answer(201, text: "{}")))
        await #expect(throws: CommentRefusal.empty) { try await send(client, message: message) }
        #expect(client.requests.isEmpty)
    }

    @Test func `Any other status or answer is invalid data, a lost answer is connectivity`() async {
        for (status, text, expected) in [
            (404, "{}", Fault.status(404)), (500, "{}", .status(500)), (201, "{}", .malformed),
        ] {
            let client = HTTPClientSpy.answering(.success(answer(status, text: text)))
            #expect(await fault(of: { try await send(client) }) == expected)
        }
        #expect(await fault(of: { try await send(.answering(.failure(anyError()))) }) == .connectivity)
    }

    @Test(arguments: [nil, "application/json"])
    func `The response with the comments says whether the server accepts another one`(field: String?) async throws {
        let response = DataResponse(
            url: anyAddress.comments(imageID: imageID), status: .ok,
            headerFields: field.map { [.acceptComments: $0] } ?? [:], body: ImageCommentsPayload.encode([]))
        let load = LoadImageCommentsFromRemote(address: anyAddress, client: HTTPClientSpy.answering(.success(response)))
        #expect(try await load.load(imageID: imageID).isOpen == (field != nil))
    }

    @discardableResult
    private func send(_ client: HTTPClientSpy, message: String = " hello") async throws -> ImageComment {
        try await SendImageCommentToRemote(address: anyAddress, client: client).send(message, id: id, imageID: imageID)
    }
}
