import EssentialFeed
import Foundation
import HTTPTransport
import Synchronization
import TestSupport

/// A client with the test as its server: with a function that answers at once, or, without one, by hand.
final class HTTPClientSpy: HTTPClient {
    typealias Server = @Sendable (DataRequest) throws -> DataResponse

    private let log = Mutex<[DataRequest]>([])
    private let server: Server?
    /// The requests that wait for an answer by hand.
    let held = HeldCalls<DataResponse>()

    init(_ server: Server? = nil) {
        self.server = server
    }

    /// Returns a server that gives the answers one after the other and refuses further requests.
    static func queue(_ answers: [Result<DataResponse, any Error>]) -> Server {
        let rest = Queue(answers)
        return { _ in
            guard let answer = rest.next() else { throw HTTPClientError(.refused) }
            return try answer.get()
        }
    }

    private final class Queue: Sendable {
        private let rest: Mutex<[Result<DataResponse, any Error>]>

        init(_ answers: [Result<DataResponse, any Error>]) {
            rest = Mutex(answers)
        }

        func next() -> Result<DataResponse, any Error>? {
            rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    /// The requests so far, in their order.
    var requests: [DataRequest] { log.withLock { $0 } }
    var urls: [URL] { requests.map(\.url) }

    func load(_ request: DataRequest) async throws -> DataResponse {
        log.withLock { $0.append(request) }
        guard let server else { return try await held.call() }
        return try server(request)
    }
}

extension HTTPClient where Self == HTTPClientSpy {
    /// Returns a client whose server gives the answers one after the other and refuses further requests.
    static func answering(_ answers: Result<DataResponse, any Error>...) -> HTTPClientSpy {
        HTTPClientSpy(HTTPClientSpy.queue(answers))
    }
}
