import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport

/// A client of a server with a changing feed. Each request waits at the junction before it is sent, and its answer,
/// made from the feed at that time, waits there before it is delivered.
final class ChangingServer: HTTPClient {
    /// The delivered answers to requests for a first page.
    struct Landing {
        var count = 0
        /// The images of the last one, each id once.
        var images: [FeedImage] = []
        var isNotModified = false
    }

    private struct State {
        var images = (0..<12).map { _ in uniqueImage() }
        var version = 0
        var landing = Landing()
        /// The images that came after each image in one answer, directly or with others in between.
        var followers: [UUID: Set<UUID>] = [:]
    }

    private static let pageSize = 4
    private let state = Mutex(State())
    private let junction: Junction

    init(junction: Junction) {
        self.junction = junction
    }

    var landing: Landing { state.withLock { $0.landing } }

    /// Returns whether each image has once followed the one before it in an answer.
    func hasFollowed(_ ids: [UUID]) -> Bool {
        state.withLock { state in
            zip(ids, ids.dropFirst()).allSatisfy { state.followers[$0, default: []].contains($1) }
        }
    }

    /// Adds, removes, moves or repeats images, as happens on servers between two requests.
    func change(using generator: inout SeededGenerator) {
        state.withLock { state in
            state.version += 1
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: state.images.insert(uniqueImage(), at: 0)
            case 1: state.images.append(contentsOf: [uniqueImage(), uniqueImage()])
            case 2: state.images.removeFirst(min(state.images.count, Int.random(in: 0...3, using: &generator)))
            case 3: state.images.shuffle(using: &generator)
            default:
                guard let image = state.images.randomElement(using: &generator) else { return }
                state.images.insert(image, at: Int.random(in: 0...state.images.count, using: &generator))
            }
        }
    }

    func load(_ request: DataRequest) async throws -> DataResponse {
        if await junction.wait() { throw HTTPClientError(.refused) }
        let (response, images) = state.withLock { Self.answer(to: request, of: $0) }
        if await junction.wait() { throw HTTPClientError(.reset) }
        let sequence = [Self.cursor(of: request).flatMap(UUID.init(uuidString:))].compactMap(\.self) + images.map(\.id)
        state.withLock { state in
            for (index, id) in sequence.enumerated() {
                state.followers[id, default: []].formUnion(sequence[(index + 1)...])
            }
        }
        guard Self.cursor(of: request) == nil else { return response }
        state.withLock { state in
            state.landing.count += 1
            state.landing.images = images
            state.landing.isNotModified = response.status == .notModified
        }
        return response
    }

    private static func answer(to request: DataRequest, of state: State) -> (DataResponse, images: [FeedImage]) {
        let start = cursor(of: request).map { cursor in
            (state.images.firstIndex { $0.id.uuidString == cursor } ?? -1) + 1
        }
        let images = Array(state.images.dropFirst(start ?? 0).prefix(pageSize))
        var seen = Set<UUID>()
        let unique = images.filter { seen.insert($0.id).inserted }
        let entityTag = "\"\(state.version)\""
        if start == nil, request.headerFields[.ifNoneMatch] == entityTag {
            return (TestSupport.answer(304), unique)
        }
        return (feedAnswer(images, entityTag: entityTag), unique)
    }

    private static func cursor(of request: DataRequest) -> String? {
        URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?
            .first { $0.name == FeedQuery.cursorName }?.value
    }
}
