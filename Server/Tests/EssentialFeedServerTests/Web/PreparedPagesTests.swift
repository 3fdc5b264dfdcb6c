import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Pages that are the same for everyone.
@Suite struct PreparedPagesTests {
    private let folder = TemporaryFolder()
    private let threads = ServerThreads()
    private let logger = Logger(label: "test")
    private let reader = BodyReader(timeLimit: .seconds(300), publicAddress: nil)

    @Test func `Web: pages that need no token are made once in each language`() {
        let pages = PreparedPages()
        let made = Box<[String]>([])
        for _ in 0..<3 {
            for language in [Language.english, .greek] {
                let page = pages.page("a", in: language) {
                    made.append(language.rawValue)
                    return language.rawValue
                }
                #expect(page == language.rawValue)
            }
        }
        #expect(made.value == ["en", "el"])
    }

    @Test func `Web: the sign-in form, the offline page and notices are among these pages`() async throws {
        let root = FilePath(folder.path)
        let catalog = try SQLiteCatalog.inMemory(root: root, settings: .knowingKey())
        let pages = PageResponder(catalog, friends: nil, settings: .init(), threads: threads)
        let appearance = LoadAppearance(document: try FolderDocument(in: root), catalog: catalog, friends: nil)
        let signIn = SignInResponder(
            authorizing: try authorizing(routing(pages, of: catalog)), path: "", appearance: appearance,
            logger: logger)
        let notices = NoticePageResponder(
            responder: signIn, bodyReader: reader, basePath: "", pagePath: "", appearance: appearance,
            chosenLanguage: { _ in nil })
        try await Application(responder: notices).test(.router) { client in
            for (path, status) in [("/join", 200), ("/offline", 200), ("/nothing", 404)] {
                for language in ["en", "el", "en", "el"] {
                    let response = try await client.executeRequest(
                        uri: path, method: .get, headers: [.accept: "text/html", .acceptLanguage: language], body: nil)
                    #expect(response.status.code == status, "\(path)")
                }
            }
        }
        for prepared in [signIn.prepared, pages.prepared, notices.prepared] { #expect(prepared.count == 2) }
    }

    private func routing(_ pages: PageResponder, of catalog: SQLiteCatalog) throws -> RoutingResponder {
        let address = try ServerAddress("https://example.com")
        let routing = RoutingResponder(
            basePath: "", images: ImageResponder(source: ServedImages(threads: .singleton)), isReady: { true })
        routing.serve(
            RoutingResponder.Served(
                photos: FeedResponder(
                    photos: catalog, base: address.displayText, threads: threads.files),
                comments: CommentsResponder(
                    loadConversation: LoadConversation(photos: catalog, friends: nil), threads: threads.pages,
                    logger: logger),
                pages: pages, links: ImageLinks(address: address)))
        return routing
    }

    private func authorizing(_ routing: RoutingResponder) throws -> AuthorizingResponder {
        AuthorizingResponder(
            access: try ServerAccess(
                AccessState(tokens: [], rule: .everybody, limits: RequestLimits()), of: nil, in: nil,
                threads: .singleton, logger: logger),
            clients: ClientAddress(isBehindProxy: false), routing: routing,
            photoReceiver: PhotoReceiver(bodyReader: reader, limits: ConnectionLimits(), threads: .singleton),
            signIn: nil)
    }
}
