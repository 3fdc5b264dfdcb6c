import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The threads that render photos' pages, which take longest.
@Suite struct PageThreadsTests {
    /// Keeps threads until the test opens it.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        let arrivals = Box(0)

        func pass() {
            arrivals.change { $0 += 1 }
            semaphore.wait()
            semaphore.signal()
        }

        func open() { semaphore.signal() }
    }

    /// Photos whose pages aren't rendered before the gate is open.
    private struct HeldPhotos: PublishedPhotos {
        let folder: any PublishedPhotos
        let gate: Gate

        func listed(_ id: UUID) throws -> ListedPhoto? {
            gate.pass()
            return try folder.listed(id)
        }

        var version: CatalogVersion { folder.version }
        func page(from position: FeedPosition?, limit: Int) throws -> [ListedPhoto] {
            try folder.page(from: position, limit: limit)
        }
        func position(of id: UUID) throws -> FeedPosition? { try folder.position(of: id) }
        func positions(before position: FeedPosition, limit: Int) throws -> [FeedPosition] {
            try folder.positions(before: position, limit: limit)
        }
        func photo(_ id: UUID) throws -> Photo? { try folder.photo(id) }
        func comments(of id: UUID) throws -> [ImageComment]? { try folder.comments(of: id) }
        func hasDocumentComment(_ id: UUID) throws -> Bool { try folder.hasDocumentComment(id) }
        func photoCount() throws -> Int { try folder.photoCount() }
        func months(in zone: TimeZone) throws -> [PhotoMonth: Int] { try folder.months(in: zone) }
    }

    private let folder = PhotoFolder()

    private func responder(_ gate: Gate, _ threads: ServerThreads) async throws -> RoutingResponder {
        let catalog = try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            return live.catalog
        }
        let (address, logger) = (try ServerAddress("https://example.com"), Logger(label: "test"))
        let photos = PhotosWithFriends(
            folder: HeldPhotos(folder: catalog, gate: gate), friends: try folder.friends.open())
        let friends = FriendsUseCases(photos: photos, threads: threads.writes, now: { Date() })
        let responder = RoutingResponder(
            basePath: "", images: ImageResponder(source: ServedImages(threads: threads.files)), isReady: { true })
        responder.serve(
            RoutingResponder.Served(
                photos: FeedResponder(
                    photos: photos, base: address.displayText, threads: threads.files),
                comments: CommentsResponder(
                    loadConversation: friends.loadConversation, threads: threads.pages, logger: logger),
                pages: PageResponder(photos, friends: friends, settings: .init(), threads: threads),
                friends: FriendsResponder(friends: friends, threads: threads, logger: logger),
                links: ImageLinks(address: address)))
        return responder
    }

    enum Rendering: CaseIterable, Sendable {
        case page
        /// Without scripts, a button sends the comment in progress, too.
        case answerToForm
    }

    @Test(arguments: Rendering.allCases)
    func `While all threads for pages are busy, the feed, an image and a new comment don't wait for them`(
        rendering: Rendering
    ) async throws {
        let photo = try folder.add()
        let (gate, threads) = (Gate(), ServerThreads())
        let responder = try await responder(gate, threads)
        @Sendable func status(
            _ method: HTTPRequest.Method, _ route: ServerRoute, by person: String, _ body: String = ""
        ) async throws -> HTTPResponse.Status {
            let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: route.path)
            let requester = Requester(person: Person(id: person, name: person), scopes: [.read, .comment])
            return try await responder.respond(
                to: Request(head: head, body: RequestBody(buffer: ByteBuffer())), at: route, from: requester,
                body: .whole(ByteBuffer(string: body))
            ).status
        }
        let pages = max(2, System.coreCount)
        try await threads.run {
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                defer { gate.open() }
                for number in 0..<pages {
                    group.addTask {
                        switch rendering {
                        case .page: try await status(.get, .page(.photo(photo)), by: "person \(number)")
                        case .answerToForm:
                            try await status(
                                .post, .page(.photo(photo)), by: "person \(number)",
                                "do=post&message=hello&quote=\(UUID())")
                        }
                    }
                }
                try await withDeadline {
                    try await withTaskCancellationHandler { () async throws in
                        try await waitUntil { gate.arrivals.value >= pages }
                        #expect(try await status(.get, .feed(.contract), by: "maria") == .ok)
                        #expect(try await status(.get, .image(id: photo), by: "maria") == .ok)
                        let comment = ServerRoute.comment(imageID: photo, id: UUID())
                        #expect(try await status(.put, comment, by: "maria", #"{"message": "hello"}"#) == .created)
                    } onCancel: {
                        // A request that waits in the wrong place would never end.
                        gate.open()
                    }
                }
                gate.open()
                for try await page in group { #expect(page == .ok) }
            }
        }
    }
}
