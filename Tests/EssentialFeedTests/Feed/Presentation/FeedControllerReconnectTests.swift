import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

/// The feed screen's automatic actions without a connection.
@MainActor
@Suite(.detectsHangs, .watchesTasks) struct FeedControllerReconnectTests {
    private let offline = RemoteError.connectivity(HTTPClientError(.refused))

    @Test func `Offline in the foreground, the feed is quietly reloaded after growing waits`() async throws {
        let clock = VirtualClock()
        let (saved, remote) = (uniqueFeed(), uniqueFeed())
        let screen = FeedScreenFixture(reconnectClock: clock)
        screen.controller.foregroundChanged(true)
        try await screen.showing(screen.savedPage(saved, after: offline))
        let shown = screen.view.shown.all.count
        for (load, seconds) in [(1, 2), (2, 4), (3, 8), (4, 10), (5, 10)] {
            await clock.sleepers(1)
            clock.advance(by: .seconds(seconds) - .milliseconds(1))
            await letOthersRun()
            #expect(screen.loads.count == load)
            clock.advance(by: .milliseconds(1))
            try await screen.loads.arrival(load)
            screen.loads.answer(load, with: .success(screen.savedPage(saved, after: offline)))
        }
        await clock.sleepers(1)
        #expect(screen.view.shown.all.count == shown)
        #expect(clock.sleeps == [2, 4, 8, 10, 10, 10].map { .seconds($0) })
        clock.advance(by: .seconds(10))
        try await screen.loads.arrival(6)
        screen.loads.answer(6, with: .success(screen.page(remote)))
        await screen.view.shown.until { $0.rows == remote }
        #expect(screen.last.note == nil)
        await letOthersRun()
        #expect(clock.sleeps.count == 6)
        #expect(screen.view.shown.all.allSatisfy { !$0.isRefreshing || $0.rows.isEmpty })
    }

    @Test func `Nothing is loaded in the background; in the foreground again, the waits begin anew`() async throws {
        let clock = VirtualClock()
        let screen = FeedScreenFixture(reconnectClock: clock)
        try await screen.showing(screen.savedPage(uniqueFeed(), after: offline))
        await letOthersRun()
        #expect(clock.sleeps.isEmpty)
        screen.controller.foregroundChanged(true)
        await clock.sleepers(1)
        screen.controller.foregroundChanged(false)
        clock.advance(by: .seconds(60))
        await letOthersRun()
        #expect(screen.loads.count == 1)
        screen.controller.foregroundChanged(true)
        await clock.sleepers(1)
        #expect(clock.sleeps == [.seconds(2), .seconds(2)])
    }

    @Test func `Nothing loads automatically after the server's feed or an error that a retry can't fix`() async throws {
        for page in [
            { (screen: FeedScreenFixture) in screen.page(uniqueFeed()) },
            { screen in screen.savedPage(uniqueFeed(), after: .invalidData(.status(401))) },
        ] {
            let clock = VirtualClock()
            let screen = FeedScreenFixture(reconnectClock: clock)
            screen.controller.foregroundChanged(true)
            try await screen.showing(page(screen))
            await letOthersRun()
            #expect(clock.sleeps.isEmpty)
        }
    }

    @Test func `An error page stays during quiet loads, and disappears when the server is back`() async throws {
        let clock = VirtualClock()
        let screen = FeedScreenFixture(reconnectClock: clock)
        screen.controller.foregroundChanged(true)
        screen.controller.appear()
        try await screen.finish(with: .failure(noFeed))
        let shown = screen.view.shown.all.count
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        try await screen.loads.arrival(1)
        screen.loads.answer(1, with: .failure(noFeed))
        await clock.sleepers(1)
        #expect(screen.view.shown.all.count == shown)
        clock.advance(by: .seconds(4))
        try await screen.loads.arrival(2)
        screen.loads.answer(2, with: .success(screen.page(uniqueFeed())))
        await screen.view.shown.until { $0.content == .rows }
    }

    @Test func `A hidden error isn't shown again; a visible one disappears when the server is back`() async throws {
        let clock = VirtualClock()
        let screen = FeedScreenFixture(reconnectClock: clock)
        screen.controller.foregroundChanged(true)
        try await screen.showing(screen.page(uniqueFeed()))
        screen.controller.refresh()
        try await screen.finish(1, with: .failure(noFeed))
        screen.controller.dismissError()
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        try await screen.loads.arrival(2)
        screen.loads.answer(2, with: .failure(noFeed))
        await clock.sleepers(1)
        #expect(screen.last.errorMessage == nil)
        screen.controller.refresh()
        try await screen.finish(3, with: .failure(noFeed))
        #expect(screen.last.errorMessage != nil)
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        try await screen.loads.arrival(4)
        screen.loads.answer(4, with: .success(screen.page(uniqueFeed())))
        await screen.view.shown.until { $0.errorMessage == nil }
    }

    @Test func `B203 A refresh during a quiet load shows that load and its result`() async throws {
        let clock = VirtualClock()
        let remote = uniqueFeed()
        let screen = FeedScreenFixture(reconnectClock: clock)
        screen.controller.foregroundChanged(true)
        try await screen.showing(screen.savedPage(uniqueFeed(), after: offline))
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        try await screen.loads.arrival(1)
        #expect(!screen.last.isRefreshing)
        screen.controller.refresh()
        #expect(screen.last.isRefreshing)
        try await screen.finish(1, with: .success(screen.page(remote)))
        #expect(screen.last.rows == remote)
        #expect(screen.loads.count == 2)
        #expect(screen.view.scrolls == 1)
    }

    @Test func `A refresh ends the wait, and a stopped screen loads nothing any more`() async throws {
        let clock = VirtualClock()
        let screen = FeedScreenFixture(reconnectClock: clock)
        screen.controller.foregroundChanged(true)
        try await screen.showing(screen.savedPage(uniqueFeed(), after: offline))
        await clock.sleepers(1)
        screen.controller.refresh()
        try await screen.finish(1, with: .failure(noFeed))
        await clock.sleepers(1)
        screen.controller.stop()
        clock.advance(by: .seconds(60))
        await letOthersRun()
        #expect(screen.loads.count == 2)
    }

    @Test func `The offline note's reason: no connection, a certificate, a server error, no sign-in`() async throws {
        let fingerprint = try #require(CertificateFingerprint(TestCertificate.localhost.fingerprint))
        for (error, reason) in [
            (offline, "Nothing answers at the server’s address."),
            (.connectivity(HTTPClientError(.nameNotFound)), "The server’s name can’t be found."),
            (.connectivity(anyError()), "Couldn’t connect to the server."),
            (
                .connectivity(HTTPClientError(.untrustedCertificate(fingerprint))),
                "The connection isn’t secure: the server’s certificate couldn’t be verified."
            ),
            (
                .connectivity(HTTPClientError(.changedCertificate(fingerprint))),
                """
                The server’s certificate has changed. If the server’s owner renewed it, trust it again under Change \
                Server.
                """
            ),
            (.invalidData(.status(500)), "The server answered with an error (status 500)."),
            (.invalidData(.status(401)), "The server asks for a name and a password."),
            (.invalidData(.malformed(anyError())), "The server’s answer couldn’t be understood."),
        ] as [(RemoteError, String)] {
            let screen = FeedScreenFixture()
            try await screen.showing(screen.savedPage(uniqueFeed(), after: error))
            #expect(screen.last.noteReason == reason)
        }
        let screen = FeedScreenFixture()
        try await screen.showing(screen.savedPage(uniqueFeed()))
        #expect(screen.last.noteReason == nil)
    }

    @Test func `A refresh that brings nothing new neither scrolls nor changes anything visible`() async throws {
        let images = longFeed()
        let screen = FeedScreenFixture()
        try await screen.showing(screen.page(images, hasMore: true))
        let before = screen.last
        screen.scrollDown()
        screen.controller.refresh()
        let later = TestTime().value.addingTimeInterval(60)
        try await screen.finish(1, with: .success(screen.page(images, hasMore: true, loadedAt: later)))
        #expect(screen.view.scrolls == 0)
        #expect(screen.last == before)
    }

    @Test func `If the first page is the same as before, the pages after it stay, and more can load`() async throws {
        let (images, older) = (longFeed(), uniqueFeed())
        for origin in [FeedOrigin.remote, .cache(after: offline)] {
            let screen = FeedScreenFixture()
            try await screen.showing(screen.page(images, hasMore: true, origin: origin))
            screen.scrollDown()
            screen.controller.refresh()
            try await screen.finish(1, with: .success(screen.page(Array(images[..<2]), hasMore: true)))
            #expect(screen.last.rows == images)
            #expect(screen.last.note == nil)
            #expect(screen.view.scrolls == 0)
            screen.controller.loadMoreBecameVisible()
            try await screen.moreLoads.arrival(0)
            screen.moreLoads.answer(0, with: .success(screen.page(Array(images[..<3]), hasMore: true)))
            try await screen.moreLoads.arrival(1)
            screen.moreLoads.answer(1, with: .success(screen.page(images, hasMore: true)))
            try await screen.moreLoads.arrival(2)
            screen.moreLoads.answer(2, with: .success(screen.page(images + older)))
            await screen.view.shown.until { $0.rows == images + older }
        }
    }
}
