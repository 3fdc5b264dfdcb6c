import EssentialFeed
import Foundation
import HTTPTransport
import Testing
import TestSupport

@Suite(.detectsHangs, .watchesTasks) struct LoadFeedImageDataFromRemoteTests {
    @Test("B030 Any status but 200 is invalid data, whatever the body", arguments: statusesOtherThan200)
    func test_load_deliversInvalidDataWhenStatusIsNot200(status: Int) async {
        for body in [anyPNG(), Data()] {
            let load = LoadFeedImageDataFromRemote(client: .answering(.success(answer(status, body))))

            #expect(await fault(of: { try await load.load(anyURL()) }) == .status(status))
        }
    }

    @Test("B031 200 without bytes is invalid data")
    func test_load_deliversInvalidDataWhenThereAreNoBytes() async {
        let load = LoadFeedImageDataFromRemote(client: .answering(.success(answer())))

        #expect(await fault(of: { try await load.load(anyURL()) }) == .empty)
    }

    @Test("B032 200 with at least one byte delivers those bytes unchanged; nothing is decoded")
    func test_load_deliversTheBytes() async throws {
        for body in [Data([0]), Data("no image".utf8), anyPNG()] {
            let load = LoadFeedImageDataFromRemote(client: .answering(.success(answer(200, body))))

            #expect(try await load.load(anyURL()) == body)
        }
    }

    @Test("B033 A client failure is a connectivity error")
    func test_load_deliversAConnectivityErrorWhenTheClientFails() async {
        let load = LoadFeedImageDataFromRemote(client: .answering(.failure(anyError())))

        #expect(await fault(of: { try await load.load(anyURL()) }) == .connectivity)
    }

    @Test("B034 Cancelling the load cancels the request and delivers neither data nor error")
    func test_load_deliversNothingWhenCancelled() async throws {
        let client = HTTPClientSpy()
        let task = Task { try await LoadFeedImageDataFromRemote(client: client).load(anyURL()) }
        try await client.held.arrival(0)

        task.cancel()

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(client.held.cancelled == [0])
    }

    @Test("B035 Creating the use case sends nothing; loading twice, one after the other, requests twice")
    func test_load_sendsOneRequestEachTime() async throws {
        let client = HTTPClientSpy { _ in answer(200, anyPNG()) }
        let load = LoadFeedImageDataFromRemote(client: client)
        await letOthersRun()
        #expect(client.requests.isEmpty)

        _ = try await load.load(anyURL())
        _ = try await load.load(anyURL())

        let expected = DataRequest(url: anyURL(), maximumBytes: 64 << 20, timeLimit: .seconds(120))
        #expect(client.requests == [expected, expected])
    }
}
