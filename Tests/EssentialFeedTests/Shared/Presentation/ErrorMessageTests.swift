import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct ErrorMessageTests {
    @Test func `B188 No connection, a server's error and invalid data have messages of their own, in every language`() {
        for language in Language.allCases {
            let messages = Self.causes.map { ErrorMessage.text(for: $0, in: language) }
            #expect(Set(messages).count == Self.causes.count, "\(messages)")
        }
    }

    @Test(arguments: [400, 404, 500, 503])
    func `B188 A server's error names its status`(status: Int) {
        let message = ErrorMessage.text(for: RemoteError.invalidData(.status(status)), in: .english)
        #expect(message.contains("status \(status)"))
    }

    @Test func `B188 Offline with nothing valid saved, the missing connection is named first`() {
        let connectivity = RemoteError.connectivity(HTTPClientError(.refused))
        let message = ErrorMessage.text(for: LoadFeedError(remote: connectivity), in: .english)
        #expect(message.hasPrefix(ErrorMessage.text(for: connectivity, in: .english)))
        #expect(message.hasSuffix("No feed was saved in the last seven days."))
    }

    @Test func `B188 A cached feed that cannot be read is mentioned after the server's failure`() {
        let error = LoadFeedError(remote: .invalidData(.status(500)), cache: anyError())
        let message = ErrorMessage.text(for: error, in: .english)
        #expect(message.hasPrefix("The server answered with an error (status 500)."))
        #expect(message.contains("can’t be read"))
    }

    @Test func `B188 Every message is one line that ends with a full stop`() {
        for language in Language.allCases {
            for cause in Self.causes + [anyError()] {
                let message = ErrorMessage.text(for: cause, in: language)
                #expect(!message.contains("\n"))
                #expect(message.hasSuffix("."))
            }
        }
    }

    private static let causes: [any Error] =
        [
            HTTPClientError(.refused), HTTPClientError(.nameNotFound), HTTPClientError(.timeout),
            HTTPClientError(.cut), HTTPClientError(.insecure), HTTPClientError(.other),
            HTTPClientError(.notTLS), HTTPClientError(.unencryptedSignIn),
        ].map { RemoteError.connectivity($0) }
        + [
            .status(500), .status(404), .malformed(anyError()), .notAnImage,
            .refused(HTTPClientError(.tooLarge(limit: 1))), .refused(HTTPClientError(.redirect(.tooMany))),
            .refused(HTTPClientError(.privateAddress)),
        ].map { RemoteError.invalidData($0) }
}
