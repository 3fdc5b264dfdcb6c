import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Testing
import TestSupport

@Suite(.detectsHangs, .watchesTasks) struct LoadFeedImageDataFromRemoteTests {
    private let time = TestTime()

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

    @Test("B032 200 with a whole image delivers its bytes unchanged, with their freshness; nothing is decoded")
    func loadDeliversTheBytes() async throws {
        for body in [anyPNG(), anyPNG() + Data("more".utf8)] {
            let load = use(.answering(.success(answer(200, body, headerFields: [.eTag: "\"a\""]))))

            guard case .image(let data, let freshness) = try await load.load(anyURL()) else {
                Issue.record("no image")
                continue
            }
            #expect(data == body)
            #expect(freshness?.entityTag == "\"a\"")
            #expect(freshness?.receivedAt == time.value)
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

    @Test func `An image that the server forbids to cache is delivered without a freshness`() async throws {
        let load = use(.answering(.success(answer(200, anyPNG(), headerFields: [.cacheControl: "no-store"]))))

        #expect(try await load.load(anyURL()) == .image(anyPNG(), freshness: nil))
    }

    @Test func `304 confirms the cached bytes; without cached bytes it is invalid data`() async throws {
        let client = HTTPClientSpy { _ in answer(304) }
        let cached = try #require(
            Freshness([.eTag: "\"a\"", .cacheControl: "max-age=60"], requestedAt: time.value, receivedAt: time.value))

        guard case .notModified(let renewed) = try await use(client).load(anyURL(), ifChangedSince: cached) else {
            Issue.record("modified")
            return
        }
        #expect(renewed?.entityTag == "\"a\"")
        #expect(client.requests.map { $0.headerFields[.ifNoneMatch] } == ["\"a\""])
        #expect(await fault(of: { try await use(client).load(anyURL()) }) == .status(304))
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

    @Test
    func `B035 Creating the use case sends nothing; loading twice, one after the other, requests twice`() async throws {
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
        LoadFeedImageDataFromRemote(client: client, now: time.now)
    }
}
