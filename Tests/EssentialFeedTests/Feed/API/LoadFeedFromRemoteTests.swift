import EssentialFeed
import Foundation
import HTTPTransport
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

    private func faultOfLoading(_ response: DataResponse) async -> Fault? {
        await fault { try await LoadFeedFromRemote(client: .answering(.success(response))).load(anyURL()) }
    }
}
