import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Testing
import TestSupport

@Suite(.detectsHangs, .watchesTasks) struct LoadFeedImageDataFromRemoteTests {
    @Test(arguments: statusesOtherThan200)
    func `B030 Any status but 200 is invalid data, whatever the body`(status: Int) async {
        for body in [anyPNG(), Data()] {
            let load = use(.answering(.success(answer(status, body))))

            #expect(await fault(of: { try await load.load(anyURL()) }) == .status(status))
        }
    }

    @Test func `B031 200 without bytes is invalid data`() async {
        let load = use(.answering(.success(answer())))

        #expect(await fault(of: { try await load.load(anyURL()) }) == .empty)
    }

    @Test func `B032 200 with a whole image delivers its bytes unchanged; nothing is decoded`() async throws {
        for body in [anyPNG(), anyPNG() + Data("more".utf8)] {
            let load = use(.answering(.success(answer(200, body))))

            let image = try await load.load(anyURL())
            #expect(image.data == body)
            #expect(image.mayBeCached)
        }
    }

    @Test(arguments: [Data([0]), Data("no image".utf8)])
    func `B032 200 with bytes that are no image is invalid data`(body: Data) async {
        let load = use(.answering(.success(answer(200, body))))

        #expect(await fault(of: { try await load.load(anyURL()) }) == .notAnImage)
    }

    @Test func `B032 An image that may have been cut off is a connectivity error`() async {
        let load = use(.answering(.success(answer(200, anyPNG().dropLast(), isDelimited: false))))

        #expect(await fault(of: { try await load.load(anyURL()) }) == .connectivity)
    }

    @Test(arguments: ["no-store", "private, No-Store"])
    func `An image that the server forbids to cache is delivered, and not to be cached`(field: String) async throws {
        let load = use(.answering(.success(answer(200, anyPNG(), headerFields: [.cacheControl: field]))))

        let image = try await load.load(anyURL())
        #expect(image.data == anyPNG())
        #expect(!image.mayBeCached)
    }

    @Test func `B033 A client failure is a connectivity error`() async {
        let load = use(.answering(.failure(anyError())))

        #expect(await fault(of: { try await load.load(anyURL()) }) == .connectivity)
    }

    @Test func `B034 Cancelling the load cancels the request and delivers neither data nor error`() async throws {
        let client = HTTPClientSpy()
        let task = Task { try await use(client).load(anyURL()) }
        try await client.held.arrival(0)

        task.cancel()

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(client.held.cancelled == [0])
    }

    @Test func `B035 Creating the use case sends nothing; loading twice in turn requests twice`() async throws {
        let client = HTTPClientSpy { _ in answer(200, anyPNG()) }
        let load = use(client)
        await letOthersRun()
        #expect(client.requests.isEmpty)

        _ = try await load.load(anyURL())
        _ = try await load.load(anyURL())

        let expected = DataRequest(url: anyURL(), maximumBytes: 64 << 20, timeLimit: .seconds(120))
        #expect(client.requests == [expected, expected])
    }

    private func use(_ client: HTTPClientSpy) -> LoadFeedImageDataFromRemote {
        LoadFeedImageDataFromRemote(client: client)
    }
}
