import EssentialFeed
import Foundation
import HTTPTransport
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

/// Prints errors as another package's program does.
@Suite struct ErrorSentencesTests {
    @Test("An error prints as a sentence, and its localized description is the same", arguments: sentences)
    func errorsPrintAsSentences(_ error: any Error, _ sentence: String) {
        #expect("\(error)" == sentence)
        #expect(error.localizedDescription == sentence)
    }

    @Test("No error prints as the name of its type or case", arguments: others)
    func errorsPrintNoTypes(_ error: any Error) {
        #expect("\(error)".contains(" "))
        #expect(!"\(error)".contains("Error("))
        #expect(error.localizedDescription == "\(error)")
    }

    private static let sentences: [(any Error, String)] = [
        (
            LoadFeedError(remote: .connectivity(HTTPClientError(.refused)), address: nil),
            "Couldn’t connect to the server: nothing answers at its address. Try again later, or ask the server’s owner. "
                + "No feed was saved in the last seven days."
        ),
        (RemoteError.invalidData(.status(500)), "The server answered with an error (status 500). Try again later."),
        (
            RemoteError.connectivity(HTTPClientError(.other, cause: HTTPClientError(.cut))),
            "Couldn’t connect to the server. Check the network, then try again. (the request failed (the response ended early))"
        ),
        (InvalidData.notAnImage, "The server sent something other than a photo. Check the server’s address."),
        (CommentRefusal.empty, "The comment is empty. Write something first."),
        (CommentRefusal.tooLong, "The comment is too long. Shorten it to 2,000 characters, then send it again."),
        (
            CommentRefusal.failed(reference: "0A1B2C3D"),
            "The server couldn’t save the comment. Send it again later. If it fails again, "
                + "tell the server’s owner this number: 0A1B2C3D"
        ),
        (HTTPClientError(.timeout), "the response didn’t arrive in time"),
        (
            ServerAddressError("ftp://maria:secret@photos.example.com"),
            "“ftp://photos.example.com” isn’t a server’s address; use one like https://photos.example.com"
        ),
        (FeedImageCacheError.failed(HTTPClientError(.cut)), "the response ended early"),
        (SignInStoreError.locked, "the keyring with names and passwords is locked"),
    ]

    private static let others: [any Error] =
        [
            ImageFormatError.unknownFormat, ImageFormatError.malformed("the data is cut short"),
            ImageLoaderError.overBudget(estimatedBytes: 2, budget: 1), PictureError.tooSlow,
            FeedCacheClockError(loadedAt: Date(timeIntervalSinceReferenceDate: 0)), RemoteError.invalidData(.empty),
            RemoteError.connectivity(URLError(.badURL)),
        ]
        + [
            HTTPClientError.Kind.refused, .nameNotFound, .connectTimeout, .reset, .insecure, .notTLS,
            .unencryptedSignIn,
            .cut, .malformed, .tooLarge(limit: 7), .redirect(.tooMany), .redirect(.insecure),
            .redirect(.invalidLocation), .privateAddress, .other,
        ].map { HTTPClientError($0) }
}
