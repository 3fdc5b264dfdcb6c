public import HTTPTransport

/// Why a request to the server failed.
///
/// The exit status, the message and the decision to retry are each derived from this error in one place. Two errors are
/// equal if the same thing happened; causes are compared only if they are an `HTTPClientError`.
public enum RemoteError: Error, Equatable {
    /// The answer is missing or incomplete, for the given reason.
    case connectivity(any Error)
    /// The server's answer can't be used.
    case invalidData(InvalidData)

    /// Whether the server asks for a name and password, or rejects those that were sent.
    public var isUnauthorized: Bool {
        if case .invalidData(.status(401)) = self { true } else { false }
    }

    /// Whether the answer means that the address has no feed.
    var isNoFeed: Bool {
        switch self {
        case .invalidData(.malformed), .invalidData(.empty): true
        case .invalidData(.status(let status)): (400..<500).contains(status) && ![401, 403, 408, 429].contains(status)
        case .invalidData, .connectivity: false
        }
    }

    /// Whether the same request may succeed later.
    public var isTransient: Bool {
        switch self {
        case .connectivity: true
        case .invalidData(.status(let status)): (502...504).contains(status)
        case .invalidData: false
        }
    }

    public static func == (left: RemoteError, right: RemoteError) -> Bool {
        switch (left, right) {
        case (.connectivity(let left), .connectivity(let right)):
            left as? HTTPClientError == right as? HTTPClientError
        case (.invalidData(let left), .invalidData(let right)): left == right
        default: false
        }
    }
}

/// Why an answer can't be used. Two malformed answers are equal even if their errors differ.
public enum InvalidData: Error, Equatable {
    /// The answer has this status.
    case status(Int)
    /// The body doesn't follow the contract.
    case malformed(any Error)
    /// The body is empty although data is expected.
    case empty
    /// The data isn't an image.
    case notAnImage
    /// The client rejected the answer: it is too large, or redirects to an address that clients don't follow.
    case refused(HTTPClientError)

    public static func == (left: InvalidData, right: InvalidData) -> Bool {
        switch (left, right) {
        case (.status(let left), .status(let right)): left == right
        case (.refused(let left), .refused(let right)): left == right
        case (.malformed, .malformed), (.empty, .empty), (.notAnImage, .notAnImage): true
        default: false
        }
    }
}

extension HTTPClient {
    /// Sends the request and returns the response. Sends nothing if the task has been cancelled.
    /// - Throws: ``RemoteError``, or `CancellationError`.
    func response(to request: DataRequest) async throws -> DataResponse {
        do {
            try Task.checkCancellation()
            let response = try await load(request)
            try Task.checkCancellation()
            return response
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            if let error = error as? HTTPClientError, error.isUnusableResponse {
                throw RemoteError.invalidData(.refused(error))
            }
            throw RemoteError.connectivity(error)
        }
    }
}
