import EssentialFeed
import HTTPTransport
import ImagePipeline
import TestSupport
import Testing

@Suite struct FeedImageErrorTests {
    static let failures: [(any Error, FeedImageError)] = [
        (RemoteError.connectivity(HTTPClientError(.refused)), .noConnection),
        (RemoteError.connectivity(HTTPClientError(.cut)), .noConnection),
        (RemoteError.invalidData(.status(404)), .gone), (RemoteError.invalidData(.status(410)), .gone),
        (RemoteError.invalidData(.status(403)), .serverError), (RemoteError.invalidData(.status(500)), .serverError),
        (RemoteError.invalidData(.notAnImage), .notAnImage), (RemoteError.invalidData(.empty), .notAnImage),
        (RemoteError.invalidData(.refused(HTTPClientError(.tooLarge(limit: 1)))), .tooLarge),
        (RemoteError.invalidData(.refused(HTTPClientError(.redirect(.tooMany)))), .serverError),
        (ImageLoaderError.overBudget(estimatedBytes: 2, budget: 1), .tooLarge), (anyError(), .other),
    ]

    @Test(arguments: failures)
    func `An error says why there is no picture`(error: any Error, expected: FeedImageError) {
        #expect(FeedImageError(error) == expected)
    }

    @Test func `A retry is offered where it may help, not for a picture that is gone, too large or unsupported`() {
        let hopeless = FeedImageError.allCases.filter { !$0.mayRetry }
        #expect(Set(hopeless) == [.gone, .unsupportedFormat, .tooLarge])
    }

    @Test(arguments: Language.allCases)
    func `Each reason has a sentence of its own, short enough for the place of a picture`(language: Language) {
        let messages = FeedImageError.allCases.map { $0.message(in: language) }
        #expect(Set(messages).count == messages.count)
        for message in messages { #expect(message.count <= 60 && message.hasSuffix("."), "\(message)") }
    }
}
