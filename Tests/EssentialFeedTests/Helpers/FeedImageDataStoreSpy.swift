import EssentialFeed
import Foundation
import Synchronization

/// A store of image bytes in memory that records each call and fails where it is told to.
final class FeedImageDataStoreSpy: FeedImageDataStore {
    enum Call: Hashable {
        case retrieve(URL)
        case insert(Data, URL)
    }

    enum Failure: Hashable {
        case retrieve, insert
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

    /// - Parameter pause: called in each call once it has done its work, before it returns or throws.
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

    func retrieve(dataFor url: URL) async throws -> Data? {
        let data = state.withLock { state in
            state.calls.append(.retrieve(url))
            return state.data[url]
        }
        try await pause(.retrieve)
        if failures.contains(.retrieve) { throw Failed(at: .retrieve) }
        return data
    }

    func insert(_ data: Data, for url: URL) async throws {
        state.withLock { state in
            state.calls.append(.insert(data, url))
            if !failures.contains(.insert) { state.data[url] = data }
        }
        try await pause(.insert)
        if failures.contains(.insert) { throw Failed(at: .insert) }
    }
}
