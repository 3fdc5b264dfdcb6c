import EssentialFeed
import Foundation
import HTTPTransport
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

    @Test func `B032 200 with a whole image delivers its bytes unchanged; nothing is decoded`() async throws {
        for body in [anyPNG(), anyPNG() + Data("more".utf8)] {
            let load = use(.answering(.success(answer(200, body))))

            #expect(try await load.load(anyURL()).data == body)
        }
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
