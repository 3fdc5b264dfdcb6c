import EssentialFeedComposition
import EssentialFeedStore
import Foundation
import HTTPTransport
import ImageFormats
import ImagePipeline
import Testing

@testable import EssentialFeed
@testable import EssentialFeedHTTP
@testable import EssentialFeedServer

/// The libraries' errors, one of each type.
@Suite struct PublicErrorsTests {
    @Test("A public error prints as a sentence, and its localized description is the same", arguments: try errors())
    func errorsPrintAsSentences(_ error: any Error) {
        #expect("\(error)".contains(" "))
        #expect(!"\(error)".contains("Error("))
        #expect(error.localizedDescription == "\(error)")
    }

    @Test func `No public error of the libraries is left out`() throws {
        let libraries = try Checkout.text("Package.swift").matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        var declared: Set<String> = []
        for module in ArchitectureTests.modules where libraries.contains(module.name) {
            for (_, text) in try ArchitectureTests.sources(of: module) {
                for match in text.matches(of: /public (?:struct|enum) (\w+): [^{]*Error\b/) {
                    declared.insert(String(match.1))
                }
            }
        }
        let listed = try Self.errors().map { "\(type(of: $0))" }
        #expect(declared == Set(listed))
    }

    private static func errors() throws -> [any Error] {
        let cut = HTTPClientError(.cut)
        let address = try ServerAddress("https://photos.example.com")
        return [
            cut, ImageFormatError.unknownFormat, PictureError.tooSlow,
            ImageLoaderError.overBudget(estimatedBytes: 2, budget: 1),
            RemoteError.connectivity(cut), InvalidData.empty, LoadFeedError(remote: nil),
            FeedCacheClockError(loadedAt: Date(timeIntervalSinceReferenceDate: 0)), FeedImageCacheError.notFound,
            ImageCountError(count: -1), CommentRefusal.empty, ServerAddressError("nowhere"),
            FindServerError(address: address, remote: .invalidData(.empty)), SignInStoreError.locked,
            ProxySettingsError(variable: "HTTPS_PROXY"), TrustRootsError(path: "/roots.pem", cause: cut),
            StoreError(.full), ProgramStartError.noAddress,
        ] + serverErrors
    }

    private static var serverErrors: [any Error] {
        let document = FeedDocumentError(document: "feed.yaml", line: 1, problem: "a problem", remedy: "a remedy")
        return [
            document, PhotoFolderError.invalidDocument(document), CertificateError.noKey(path: "/key.pem"),
            PhotoServerConfigurationError.port(-1), PhotoServerError.portNotPermitted(80),
            AccessError.noStateFolder, BackupError.missing(path: "/backup"), PathPatternError.everything("*"),
            ModerationError.unknownDevice("0", of: "maria"), FriendsFileError.damaged(path: "/friends.sqlite"),
            EarlierVersionError(path: "/state"),
        ]
    }
}
