import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Testing
import TestSupport

@Suite(.detectsHangs, .watchesTasks) struct LoadFeedFromRemoteTests {
    @Test(arguments: statusesOtherThan200)
    func `B020 Any status but 200 is invalid data, also with a valid body`(status: Int) async {
        for body in [FeedPayload.encode(uniqueFeed()), Data()] {
            #expect(await faultOfLoading(answer(status, body)) == .status(status))
        }
    }

    @Test func `B022 200 and no items is an empty list`() async throws {
        let outcome = try await LoadFeedFromRemote(client: .answering(.success(answer(text: #"{"items":[]}"#))))
            .load(anyURL())

        #expect(outcome == .feed([], entityTag: nil))
    }

    @Test func `B023 200 and items are delivered in payload order, with the answer's entity tag`() async throws {
        let images = uniqueFeed()
        let client = HTTPClientSpy.answering(.success(feedAnswer(images, entityTag: "\"a\"")))

        #expect(try await LoadFeedFromRemote(client: client).load(anyURL()) == .feed(images, entityTag: "\"a\""))
    }

    @Test func `B027 A transport failure is a connectivity error, a bad answer invalid data`() async {
        let load = LoadFeedFromRemote(client: .answering(.failure(anyError()), .success(answer(text: "x"))))

        #expect(await fault(of: { try await load.load(anyURL()) }) == .connectivity)
        #expect(await fault(of: { try await load.load(anyURL()) }) == .malformed)
    }

    @Test func `B028 Creating the use case sends nothing; loading twice sends two requests for the URL`() async throws {
        let client = HTTPClientSpy { _ in feedAnswer([]) }
        let load = LoadFeedFromRemote(client: client)
        await letOthersRun()
        #expect(client.requests.isEmpty)

        _ = try await load.load(anyURL())
        _ = try await load.load(anyURL())

        let expected = DataRequest(url: anyURL(), maximumBytes: 8 << 20, timeLimit: .seconds(30))
        #expect(client.requests == [expected, expected])
    }

    @Test func `B029 A load cancelled while it waits for the answer throws only a cancellation`() async throws {
        let client = HTTPClientSpy()
        let load = LoadFeedFromRemote(client: client)
        let task = Task { try await load.load(anyURL()) }
        try await client.held.arrival(0)

        task.cancel()

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(client.held.cancelled == [0])
    }

    @Test func `B029 An answer or a failure that arrives after a cancellation isn't delivered`() async {
        for result in [Result<DataResponse, any Error>.success(feedAnswer(uniqueFeed())), .failure(anyError())] {
            let client = HTTPClientSpy { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                return try result.get()
            }
            let task = Task { try await LoadFeedFromRemote(client: client).load(anyURL()) }

            #expect(await fault(of: { try await task.value }) == .cancelled)
        }
    }

    @Test func `B029 A load in a cancelled task sends nothing`() async {
        let client = HTTPClientSpy { _ in feedAnswer([]) }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await LoadFeedFromRemote(client: client).load(anyURL())
        }

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(client.requests.isEmpty)
    }

    @Test func `The entity tag is sent as If-None-Match, and 304 is then not an error`() async throws {
        let client = HTTPClientSpy { _ in answer(304) }

        #expect(try await LoadFeedFromRemote(client: client).load(anyURL(), entityTag: "W/\"a\"") == .notModified)
        #expect(client.requests.map { $0.headerFields[.ifNoneMatch] } == ["W/\"a\""])
    }

    @Test func `An unrequested 304 is invalid data`() async {
        #expect(await faultOfLoading(answer(304, FeedPayload.encode(uniqueFeed()))) == .status(304))
    }

    private func faultOfLoading(_ response: DataResponse) async -> Fault? {
        await fault { try await LoadFeedFromRemote(client: .answering(.success(response))).load(anyURL()) }
    }
}
