import HTTPTransport
public import ImagePipeline

/// Why a picture can't be shown, grouped by what people can do about it.
public enum FeedImageError: Error, Hashable, Sendable, CaseIterable {
    /// The server doesn't have the image any more.
    case gone
    /// What the server sent isn't an image.
    case notAnImage
    /// The image's bytes are broken.
    case damaged
    /// Images of this format aren't shown here.
    case unsupportedFormat
    /// The image is too large to be loaded or decoded.
    case tooLarge
    /// There was no whole answer.
    case noConnection
    /// The server answered with an error.
    case serverError
    /// Nothing that decodes pictures can be started.
    case noDecoder
    /// Anything else that kept the picture from being shown, such as a lack of memory.
    case other

    /// Creates the reason for an error that a load threw; ``other`` for an error that doesn't concern pictures.
    public init(_ error: any Error) {
        self = (error as? any FeedImageErrorConvertible)?.feedImageError ?? .other
    }

    /// Whether another try may bring the picture.
    public var mayRetry: Bool {
        switch self {
        case .gone, .unsupportedFormat, .tooLarge: false
        case .notAnImage, .damaged, .noConnection, .serverError, .noDecoder, .other: true
        }
    }
}

/// An error of a source or a decoder that says why a picture can't be shown.
public protocol FeedImageErrorConvertible: Error {
    /// Why the picture can't be shown.
    var feedImageError: FeedImageError { get }
}

extension RemoteError: FeedImageErrorConvertible {
    /// Why the picture can't be shown.
    public var feedImageError: FeedImageError {
        switch self {
        case .connectivity: .noConnection
        case .invalidData(.status(404)), .invalidData(.status(410)): .gone
        case .invalidData(.status): .serverError
        case .invalidData(.malformed), .invalidData(.empty), .invalidData(.notAnImage): .notAnImage
        case .invalidData(.refused(let error)): if case .tooLarge = error.kind { .tooLarge } else { .serverError }
        }
    }
}

extension ImageLoaderError: FeedImageErrorConvertible {
    /// ``FeedImageError/tooLarge``.
    public var feedImageError: FeedImageError { .tooLarge }
}
