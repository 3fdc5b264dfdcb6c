import EssentialFeed
import Foundation
import Synchronization

/// An in-memory store of image data that records each call and fails on demand.
final class FeedImageDataStoreSpy: FeedImageDataStore {
    enum Call: Hashable {
        case retrieve(URL)
        case contains(URL)
        case insert(Data, URL)
        case remove(URL)
    }

    enum Failure: Hashable {
        case retrieve, insert, remove
    }

    struct Failed: Error, Hashable {
        let at: Failure
    }

    private struct State {
        var data: [URL: Data]
        var calls: [Call] = []
    }

    private let state: Mutex<State>
    private let failures: Set<Failure>
    private let pause: @Sendable (Failure) async throws -> Void

    /// - Parameter pause: Called by each call once it has done its work, before it returns or throws.
    init(
        _ data: [URL: Data] = [:], failing failures: Set<Failure> = [],
        pause: @escaping @Sendable (Failure) async throws -> Void = { _ in }
    ) {
        state = Mutex(State(data: data))
        self.failures = failures
        self.pause = pause
    }

    var data: [URL: Data] { state.withLock { $0.data } }
    var calls: [Call] { state.withLock { $0.calls } }

    func retrieveImageData(for url: URL) async throws -> Data? {
        try await look(.retrieve(url), url)
    }

    func containsImageData(for url: URL) async throws -> Bool {
        try await look(.contains(url), url) != nil
    }

    func deleteImageData(for url: URL) async throws {
        state.withLock { state in
            state.calls.append(.remove(url))
            if !failures.contains(.remove) { state.data[url] = nil }
        }
        try await pause(.remove)
        if failures.contains(.remove) { throw Failed(at: .remove) }
    }

    func insert(_ data: Data, for url: URL) async throws {
        state.withLock { state in
            state.calls.append(.insert(data, url))
            if !failures.contains(.insert) { state.data[url] = data }
        }
        try await pause(.insert)
        if failures.contains(.insert) { throw Failed(at: .insert) }
    }

    private func look(_ call: Call, _ url: URL) async throws -> Data? {
        let data = state.withLock { state in
            state.calls.append(call)
            return state.data[url]
        }
        try await pause(.retrieve)
        if failures.contains(.retrieve) { throw Failed(at: .retrieve) }
        return data
    }
}
