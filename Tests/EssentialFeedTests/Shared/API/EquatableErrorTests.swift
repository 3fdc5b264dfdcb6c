import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// Uses the library as a program does, without `@testable`.
@Suite struct EquatableErrorTests {
    @Test func `Errors of the same kind are equal, whatever their causes`() {
        let refused = HTTPClientError(.refused, cause: anyError())
        #expect(refused == HTTPClientError(.refused))
        #expect(refused != HTTPClientError(.reset))
        #expect(refused != HTTPClientError(.refused, redirectedTo: Origin(anyURL())))
        #expect(RemoteError.connectivity(refused) == .connectivity(HTTPClientError(.refused)))
        #expect(RemoteError.connectivity(refused) != .connectivity(HTTPClientError(.cut)))
        #expect(RemoteError.connectivity(refused) != .connectivity(anyError()))
        #expect(RemoteError.connectivity(anyError()) == .connectivity(anyError()))
        let data: [InvalidData] = [
            .status(500), .status(404), .malformed(anyError()), .empty, .notAnImage, .refused(refused),
        ]
        for (index, one) in data.enumerated() {
            for (other, two) in data.enumerated() {
                #expect((one == two) == (index == other))
                #expect((RemoteError.invalidData(one) == .invalidData(two)) == (index == other))
            }
            #expect(RemoteError.invalidData(one) != .connectivity(refused))
        }
        #expect(InvalidData.malformed(anyError()) == .malformed(CancellationError()))
        #expect(LoadFeedError(remote: nil) == LoadFeedError(remote: nil))
        #expect(LoadFeedError(remote: nil, cache: anyError()) != LoadFeedError(remote: nil))
        #expect(LoadFeedError(remote: .connectivity(refused)) != LoadFeedError(remote: nil))
    }

    @Test func `Mappers, view models and requests can be made from outside the module`() throws {
        let images = uniqueFeed()
        let answer = DataResponse(url: anyURL(), status: 200, body: FeedPayload.encode(images))
        #expect(try FeedMapper.map(answer) == images)
        let comments = DataResponse(url: anyURL(), status: 204, body: ImageCommentsPayload.encode([]))
        #expect(try ImageCommentsMapper.map(comments).isEmpty)
        #expect(throws: RemoteError.invalidData(.status(204))) {
            try FeedMapper.map(DataResponse(url: anyURL(), status: 204, body: answer.body))
        }
        #expect(DataRequest(url: anyURL()).timeLimit == DataRequest.defaultTimeLimit)
        #expect(
            FeedImagePresenter.map(images[0])
                == FeedImageViewModel(description: "a description", location: "a location"))
    }
}
