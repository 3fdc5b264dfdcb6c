import EssentialFeed
import HTTPTransport
import Testing
import TestSupport

@Suite struct RemoteErrorTests {
    @Test func `B027 An answer that the client refuses is invalid data, every other failure connectivity`() async {
        let kinds: [HTTPClientError.Kind] = [
            .refused, .nameNotFound, .connectTimeout, .timeout, .reset, .insecure, .notTLS, .unencryptedSignIn, .cut,
            .malformed, .other,
            .tooLarge(limit: 1), .redirect(.tooMany), .redirect(.insecure), .redirect(.invalidLocation),
        ]

        for kind in kinds {
            let error = HTTPClientError(kind, cause: anyError())
            let load = LoadFeedFromRemote(client: HTTPClientSpy { _ in throw error })
            let isRefused =
                switch kind {
                case .tooLarge, .redirect: true
                default: false
                }

            #expect(error.isUnusableResponse == isRefused)
            let expected = isRefused ? Fault.refused(kind) : .connectivity
            #expect(await fault(of: { try await load.load(anyURL()) }) == expected)
        }
    }

    @Test func `B027 Only errors that a retry may resolve are transient`() {
        for status in [502, 503, 504] { #expect(RemoteError.invalidData(.status(status)).isTransient) }
        for status in [200, 304, 400, 404, 500, 501, 505] {
            #expect(!RemoteError.invalidData(.status(status)).isTransient)
        }
        #expect(RemoteError.connectivity(anyError()).isTransient)
        #expect(!RemoteError.invalidData(.malformed(anyError())).isTransient)
        #expect(!RemoteError.invalidData(.notAnImage).isTransient)
        #expect(LoadFeedError(remote: .connectivity(anyError())).isTransient)
        #expect(!LoadFeedError(remote: .invalidData(.empty)).isTransient)
        #expect(!LoadFeedError(remote: nil).isTransient)
        #expect(HTTPClientError(.refused).isTransient && HTTPClientError(.reset).isTransient)
        #expect(!HTTPClientError(.connectTimeout).isTransient && !HTTPClientError(.insecure).isTransient)
    }
}
