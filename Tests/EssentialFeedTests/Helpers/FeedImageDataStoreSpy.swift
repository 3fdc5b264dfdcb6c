import EssentialFeed
import Foundation
import HTTPTransport
import Synchronization

/// An in-memory store of image data that records each call and fails on demand.
final class FeedImageDataStoreSpy: FeedImageDataStore {
    enum Call: Hashable {
        case retrieve(URL)
        case retrieveFreshness(URL)
        case insert(Data, URL)
        case renew(URL)
        case remove(URL)
    }

    enum Failure: Hashable {
        case retrieve, insert, renew, remove
    }

    struct Failed: Error, Hashable {
        let at: Failure
    }

    private struct State {
        var images: [URL: CachedImageData]
        var calls: [Call] = []
    }

    private let state: Mutex<State>
    private let failures: Set<Failure>
    private let pause: @Sendable (Failure) async throws -> Void

    /// - Parameter pause: Called by each call once it has done its work, before it returns or throws.
    init(
        _ data: [URL: Data] = [:], freshness: Freshness = .unknown, failing failures: Set<Failure> = [],
        pause: @escaping @Sendable (Failure) async throws -> Void = { _ in }
    ) {
        state = Mutex(State(images: data.mapValues { CachedImageData(data: $0, freshness: freshness) }))
        self.failures = failures
        self.pause = pause
    }

    var images: [URL: CachedImageData] { state.withLock { $0.images } }
    var data: [URL: Data] { images.mapValues(\.data) }
    var calls: [Call] { state.withLock { $0.calls } }

    func retrieveImageData(for url: URL) async throws -> CachedImageData? {
        let image = state.withLock { state in
            state.calls.append(.retrieve(url))
            return state.images[url]
        }
        try await pause(.retrieve)
        if failures.contains(.retrieve) { throw Failed(at: .retrieve) }
        return image
    }

    func retrieveFreshness(for url: URL) async throws -> Freshness? {
        let image = state.withLock { state in
            state.calls.append(.retrieveFreshness(url))
            return state.images[url]
        }
        try await pause(.retrieve)
        if failures.contains(.retrieve) { throw Failed(at: .retrieve) }
        return image?.freshness
    }

    func renew(_ freshness: Freshness, for url: URL) async throws {
        state.withLock { state in
            state.calls.append(.renew(url))
            guard !failures.contains(.renew), let image = state.images[url] else { return }
            state.images[url] = CachedImageData(data: image.data, freshness: freshness)
        }
        try await pause(.renew)
        if failures.contains(.renew) { throw Failed(at: .renew) }
    }

    func deleteImageData(for url: URL) async throws {
        state.withLock { state in
            state.calls.append(.remove(url))
            if !failures.contains(.remove) { state.images[url] = nil }
        }
        try await pause(.remove)
        if failures.contains(.remove) { throw Failed(at: .remove) }
    }

    func insert(_ image: CachedImageData, for url: URL) async throws {
        state.withLock { state in
            state.calls.append(.insert(image.data, url))
            if !failures.contains(.insert) { state.images[url] = image }
        }
        try await pause(.insert)
        if failures.contains(.insert) { throw Failed(at: .insert) }
    }
}
