public import HTTPTransport

/// Why the server did not give what was asked of it (B027).
///
/// Two are equal where the same happened; of causes, only those that are an ``HTTPClientError`` are compared.
public enum RemoteError: Error, Equatable {
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

    public static func == (left: RemoteError, right: RemoteError) -> Bool {
        switch (left, right) {
        case (.connectivity(let left), .connectivity(let right)):
            left as? HTTPClientError == right as? HTTPClientError
        case (.invalidData(let left), .invalidData(let right)): left == right
        default: false
        }
    }
}

/// Why an answer cannot be used. Two are equal whatever is malformed in them.
public enum InvalidData: Error, Equatable {
    case status(Int)
    /// The body is not what the contract says.
    case malformed(any Error)
    /// The body is empty where bytes are due (B031).
    case empty
    /// The body is no image by its own bytes (N023).
    case notAnImage
    /// The client refused the answer: it is too large, or it leads where clients do not go.
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
    /// Loads the request, every failure but a cancellation being a ``RemoteError``. A caller that was cancelled before
    /// sends nothing.
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
