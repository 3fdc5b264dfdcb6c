/// Why the server did not give what was asked of it (B027).
public enum RemoteError: Error {
    /// There was no whole answer.
    case connectivity(any Error)
    /// An answer came, and it cannot be used.
    case invalidData(InvalidData)

    /// Whether trying again may help although nothing changes here.
    public var isTransient: Bool {
        switch self {
        case .connectivity: true
        case .invalidData(.status(let status)): (502...504).contains(status)
        case .invalidData: false
        }
    }
}

/// Why an answer cannot be used.
public enum InvalidData: Error {
    case status(Int)
    /// The body is not what the contract says.
    case malformed(any Error)
    /// The body is empty where bytes are due (B031).
    case empty
    /// The body is no image by its own bytes (N023).
    case notAnImage
    /// The client refused the answer: it is too large, or it leads where clients do not go.
    case refused(HTTPClientError)
}

extension HTTPClient {
    /// Loads the request, every failure but a cancellation being a ``RemoteError``. A caller that was cancelled before
    /// sends nothing.
    func response(to request: HTTPRequest) async throws -> HTTPResponse {
        do {
            try Task.checkCancellation()
            let response = try await load(request)
            try Task.checkCancellation()
            return response
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            if let error = error as? HTTPClientError, error.isAnswer {
                throw RemoteError.invalidData(.refused(error))
            }
            throw RemoteError.connectivity(error)
        }
    }
}
