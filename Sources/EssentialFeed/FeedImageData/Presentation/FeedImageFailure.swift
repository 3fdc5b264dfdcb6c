import HTTPTransport
public import ImagePipeline

/// Why a picture cannot be shown, by what people can do about it.
public enum FeedImageFailure: Hashable, Sendable, CaseIterable {
    /// The server does not have it any more.
    case gone
    /// What the server sent is no picture.
    case notAnImage
    /// The picture's bytes are broken.
    case damaged
    /// The picture is of a format that is not shown here.
    case unsupportedFormat
    /// The picture is larger than what is loaded or decoded.
    case tooLarge
    /// There was no whole answer.
    case noConnection
    /// The server answered with an error.
    case serverError
    /// Anything else that kept the picture from being shown, such as a lack of memory.
    case other

    /// What a load threw; ``other`` for an error that says nothing of pictures.
    public init(_ error: any Error) {
        self = (error as? any FeedImageLoadError)?.failure ?? .other
    }

    /// Whether another try may bring the picture.
    public var mayRetry: Bool {
        switch self {
        case .gone, .unsupportedFormat, .tooLarge: false
        case .notAnImage, .damaged, .noConnection, .serverError, .other: true
        }
    }
}

/// An error that says why a picture cannot be shown: of the server's loader, or of a decoder.
public protocol FeedImageLoadError: Error {
    var failure: FeedImageFailure { get }
}

extension RemoteError: FeedImageLoadError {
    public var failure: FeedImageFailure {
        switch self {
        case .connectivity: .noConnection
        case .invalidData(.status(404)), .invalidData(.status(410)): .gone
        case .invalidData(.status): .serverError
        case .invalidData(.malformed), .invalidData(.empty), .invalidData(.notAnImage): .notAnImage
        case .invalidData(.refused(let error)): if case .tooLarge = error.kind { .tooLarge } else { .serverError }
        }
    }
}

extension FeedImageRefused: FeedImageLoadError {
    public var failure: FeedImageFailure { .tooLarge }
}
