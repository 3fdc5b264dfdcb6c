import HTTPTransport
package import ImagePipeline

/// Why a picture can't be shown, grouped by what the user can do about it.
package enum FeedImageError: Error, Hashable, Sendable, CaseIterable {
    case gone
    /// The server's answer isn't an image.
    case notAnImage
    /// The image's bytes are broken.
    case damaged
    case unsupportedFormat
    case tooLarge
    /// The server's answer is missing or incomplete.
    case noConnection
    case serverError
    case noDecoder
    case other

    /// Creates the reason for an error thrown by a load; ``other`` for an unrelated error.
    package init(_ error: any Error) {
        self = (error as? any FeedImageErrorConvertible)?.feedImageError ?? .other
    }

    package var mayRetry: Bool {
        switch self {
        case .gone, .unsupportedFormat, .tooLarge: false
        case .notAnImage, .damaged, .noConnection, .serverError, .noDecoder, .other: true
        }
    }

    /// Returns one short sentence with the reason why the picture can't be shown.
    public func message(in language: Language) -> String { language.text(text) }

    var text: Message {
        switch self {
        case .gone: Message("The server no longer has this photo.")
        case .notAnImage: Message("The server sent something other than a photo.")
        case .damaged: Message("The photo is damaged.")
        case .unsupportedFormat: Message("The photo’s format isn’t supported.")
        case .tooLarge: Message("The photo is too large to be shown.")
        case .noConnection: Message("The photo couldn’t be loaded.")
        case .serverError: Message("The server couldn’t send the photo.")
        case .noDecoder: Message("The image decoder is missing. Reinstall Essential Feed.")
        case .other: Message("The photo can’t be shown now.")
        }
    }
}

/// An error of an image source or decoder that tells why a picture can't be shown.
package protocol FeedImageErrorConvertible: Error {
    var feedImageError: FeedImageError { get }
}

extension RemoteError: FeedImageErrorConvertible {
    package var feedImageError: FeedImageError {
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
    package var feedImageError: FeedImageError { .tooLarge }
}
