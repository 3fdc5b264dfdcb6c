import EssentialFeed
import EssentialFeedComposition
import Foundation
import TestSupport

/// Drives refreshes and load-more actions over a changing server in a random order, one event at a time, and compares
/// what each delivers with the rules in the rows.
///
/// An action runs until its next request or store call, where it waits. The model resumes one waiting action at a time:
/// a seed determines the whole history.
struct FeedPagingModel {
    /// The content of a screen.
    private struct Shown {
        let page: FeedPage
        /// How many first pages had landed when it was delivered.
        let landings: Int
        /// How many steps the store had made when it was delivered.
        let steps: Int
    }

    private enum Action {
        /// Began after this many steps of the store.
        case refresh(since: Int)
        case loadMore(of: Shown)

        var isRefresh: Bool { if case .refresh = self { true } else { false } }
    }

    private let time = TestTime()
    private let junction = Junction()
    private let server: ChangingServer
    private let store: FeedStoreSpy
    private let load: LoadFeed
    private var generator: SeededGenerator
    private var running: [Int: (action: Action, task: Task<FeedPage, any Error>)] = [:]
    private var actionCount = 0
    private var shown: Shown?
    /// The rules broken by a delivery.
    private(set) var faults: [String] = []
    /// How often each kind of event happened, to check that all of them did.
    private(set) var tally: [String: Int] = [:]

    init(seed: UInt64) {
        let junction = junction
        generator = SeededGenerator(seed: seed)
        server = ChangingServer(junction: junction)
        store = FeedStoreSpy { _ in _ = await junction.wait() }
        load = LoadFeed(address: anyAddress, client: server, store: store, now: time.now)
    }

    /// Performs one random step.
    mutating func step() async throws {
        time.set(time.value + 1)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: server.change(using: &generator)
        case 1: try await startRefresh()
        case 2, 3: try await startLoadMore()
        default: try await letOneGoOn()
        }
    }

    /// Lets all running actions end.
    mutating func finish() async throws {
        while !running.isEmpty { try await letOneGoOn() }
    }

    private mutating func startRefresh() async throws {
        guard !running.values.contains(where: { $0.action.isRefresh }) else { return }
        let load = load
        try await start(.refresh(since: store.steps.count)) { try await load.load() }
    }

    private mutating func startLoadMore() async throws {
        let isRunning = running.values.contains { !$0.action.isRefresh }
        guard !isRunning, let shown, let loadMore = shown.page.loadMore else { return }
        try await start(.loadMore(of: shown), loadMore)
    }

    private mutating func start(_ action: Action, _ work: @escaping FeedPage.LoadMore) async throws {
        actionCount += 1
        let (number, junction) = (actionCount, junction)
        let task = Task {
            try await Junction.$action.withValue(number) {
                defer { junction.end(number) }
                return try await work()
            }
        }
        running[number] = (action, task)
        try await settle(number)
    }

    private mutating func letOneGoOn() async throws {
        guard let number = running.keys.sorted().randomElement(using: &generator) else { return }
        junction.letGoOn(number, failing: Int.random(in: 0..<8, using: &generator) == 0)
        try await settle(number)
    }

    /// Waits until the action waits again or has ended, and checks its result.
    private mutating func settle(_ number: Int) async throws {
        guard try await junction.hasEnded(number), let ended = running.removeValue(forKey: number) else { return }
        switch (ended.action, await ended.task.result) {
        case (.refresh(let beginning), .success(let page)):
            judgeRefresh(page, since: beginning)
            show(page)
        case (.loadMore(let before), .success(let page)):
            judgeLoadMore(page, after: before)
            show(page)
        case (.loadMore(let before), .failure(is CancellationError)):
            tally["dropped", default: 0] += 1
            expect(before.landings != server.landing.count, "a load-more was dropped although no refresh landed")
        case (_, .failure): tally["failed", default: 0] += 1
        }
    }

    private mutating func show(_ page: FeedPage) {
        shown = Shown(page: page, landings: server.landing.count, steps: store.steps.count)
    }

    private mutating func judgeRefresh(_ page: FeedPage, since beginning: Int) {
        let landing = server.landing
        let saved = store.cached?.images ?? []
        tally[!page.origin.isRemote ? "saved" : landing.isNotModified ? "not modified" : "refreshed", default: 0] += 1
        expect(Set(page.images.map(\.id)).count == page.images.count, "a refresh shows an id twice")
        expect((page.loadMore != nil) == !page.images.isEmpty, "an empty refresh offers more, or another none")
        expect(store.cached?.loadedAt == page.loadedAt, "what a refresh shows is not as old as what is saved")
        guard page.origin.isRemote else {
            // Pages may have been appended since the saved feed was read.
            let wasSaved = store.cachedSince(beginning).contains { $0.images == page.images }
            return expect(wasSaved, "what is shown as saved was not saved since the refresh began")
        }
        expect(saved.starts(with: page.images), "what a refresh shows is not what is saved first")
        expect(server.hasFollowed(saved.map(\.id)), "the saved feed has a gap")
        if saved.count > page.images.count { tally["kept", default: 0] += 1 }
        let isExact = landing.isNotModified ? page.images.starts(with: landing.images) : page.images == landing.images
        expect(isExact, "a refresh shows another list than the server's")
        if landing.isNotModified, let shown, shown.landings == landing.count - 1 {
            // A page loaded in the meantime may have replaced older ones.
            let counts = store.cachedSince(shown.steps).dropLast().map(\.images.count) + [shown.page.images.count]
            expect(page.images.count >= counts.min() ?? 0, "a confirmed feed lost its appended pages")
        }
    }

    private mutating func judgeLoadMore(_ page: FeedPage, after before: Shown) {
        let (old, new) = (before.page.images, page.images)
        tally[page.loadMore == nil ? "ended" : "appended", default: 0] += 1
        expect(before.landings == server.landing.count, "a load-more landed although a refresh landed before it")
        expect(new.starts(with: old), "a load-more moved what was shown")
        expect(Set(new.map(\.id)).count == new.count, "a load-more shows an id twice")
        expect(page.loadedAt == before.page.loadedAt, "a load-more changed the time of the first page")
        expect((page.loadMore == nil) == (new == old), "a list goes on without news, or ends with it")
        let saved = store.cached?.images ?? []
        guard new != old else {
            // Nothing follows, so nothing is kept behind it. A confirmed feed is saved only after it was delivered.
            return expect(saved.count <= new.count || !saved.starts(with: new), "something is saved after the end")
        }
        expect(saved.starts(with: new), "what a load-more shows is not what is saved first")
        expect(server.hasFollowed(saved.map(\.id)), "the saved feed has a gap")
        if saved.count > new.count { tally["kept more", default: 0] += 1 }
        expect(store.cached?.loadedAt == page.loadedAt, "what a load-more shows is not as old as what is saved")
    }

    private mutating func expect(_ isTrue: Bool, _ fault: String) {
        if !isTrue { faults.append("action \(actionCount): \(fault)") }
    }
}
