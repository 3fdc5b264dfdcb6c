import EssentialFeed
import Foundation
import HTTPTransport
import Testing
import TestSupport

@Suite(.detectsHangs) struct LoadImageCommentsFromRemoteTests {
    private let imageID = UUID()
    private static let successes = [200, 201, 250, 280, 299]

    @Test(arguments: [150, 199, 300, 400, 500])
    func `B040 A status outside 200…299 is invalid data, whatever the body`(status: Int) async {
        for body in [ImageCommentsPayload.encode([comment()]), Data()] {
            #expect(await faultOfLoading(answer(status, body)) == .status(status))
        }
    }

    @Test(arguments: successes)
    func `B041 A success with bytes that are not JSON is invalid data`(status: Int) async {
        for text in ["", "not JSON", "[]", "{}", #"{"items":null}"#] {
            #expect(await faultOfLoading(answer(status, text: text)) == .malformed)
        }
    }

    @Test(arguments: successes)
    func `B042 A success without items is an empty list`(status: Int) async throws {
        let client = HTTPClientSpy.answering(.success(answer(status, text: #"{"items":[]}"#)))

        #expect(try await load(client).load(imageID: imageID).comments.isEmpty)
    }

    @Test(arguments: successes)
    func `B043 A success with items delivers the comments in the order of the payload`(status: Int) async throws {
        let comments = [comment(), comment(), comment()]
        let client = HTTPClientSpy.answering(.success(answer(status, ImageCommentsPayload.encode(comments))))

        #expect(try await load(client).load(imageID: imageID).comments == comments)
    }

    @Test func `B046 A transport failure is a connectivity error, a bad answer invalid data`() async {
        let load = load(.answering(.failure(anyError()), .success(answer(text: "x"))))

        #expect(await fault(of: { try await load.load(imageID: imageID) }) == .connectivity)
        #expect(await fault(of: { try await load.load(imageID: imageID) }) == .malformed)
    }

    @Test func `B047 B169 Comments are loaded from the server each time, and never without it`() async throws {
        let comments = [[comment()], [comment(), comment()]]
        let client = HTTPClientSpy.answering(
            .success(answer(200, ImageCommentsPayload.encode(comments[0]))),
            .success(answer(200, ImageCommentsPayload.encode(comments[1]))), .failure(anyError()))
        let load = load(client)
        #expect(client.requests.isEmpty)

        #expect(try await load.load(imageID: imageID).comments == comments[0])
        #expect(try await load.load(imageID: imageID).comments == comments[1])
        #expect(await fault(of: { try await load.load(imageID: imageID) }) == .connectivity)

        let request = DataRequest(
            url: anyAddress.comments(imageID: imageID), maximumBytes: 8 << 20, timeLimit: .seconds(30))
        #expect(client.requests == [request, request, request])
    }

    @Test func `B029 B046 A cancelled load delivers neither comments nor an error of the server`() async throws {
        let client = HTTPClientSpy()
        let (load, imageID) = (load(client), imageID)
        let task = Task { try await load.load(imageID: imageID) }
        try await client.held.arrival(0)

        task.cancel()

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(client.held.cancelled == [0])
    }

    private func load(_ client: HTTPClientSpy) -> LoadImageCommentsFromRemote {
        LoadImageCommentsFromRemote(address: anyAddress, client: client)
    }

    private func faultOfLoading(_ response: DataResponse) async -> Fault? {
        await fault { try await load(.answering(.success(response))).load(imageID: imageID) }
    }

    private func comment() -> ImageComment {
        ImageComment(
            id: UUID(), message: "a message", createdAt: Date(timeIntervalSince1970: 1_600_000_000),
            author: ImageCommentAuthor(username: "a username"))
    }
}
