import EssentialFeed
import Testing

/// When the newest images are cached for offline use.
@Suite struct OfflineSavingStateTests {
    private let some = SavedImages(saved: 120, total: 200)
    private let all = SavedImages(saved: 200, total: 200)

    @Test func `Images are saved once the feed has come from the server, and the status follows`() {
        var state = OfflineSavingState(.newest200)
        #expect(state.status == nil)
        #expect(state.handle(.feedLoaded(isRemote: true)) == [.save(newest: 200)])
        #expect(state.handle(.progressed(some)) == [])
        #expect(state.status == OfflineStatus(images: some, phase: .saving))
        #expect(state.handle(.ended(all)) == [])
        #expect(state.status == OfflineStatus(images: all, phase: .idle))
    }

    @Test func `A saved feed only counts what is there; saving goes on when the feed comes from the server again`() {
        var state = OfflineSavingState(.all)
        #expect(state.handle(.feedLoaded(isRemote: false)) == [.count(newest: nil)])
        #expect(state.handle(.ended(some)) == [])
        #expect(state.status == OfflineStatus(images: some, phase: .idle))
        #expect(state.handle(.feedLoaded(isRemote: true)) == [.save(newest: nil)])
        #expect(state.status == OfflineStatus(images: some, phase: .saving))
    }

    @Test func `A feed that comes while images are saved is looked at after that, once`() {
        var state = OfflineSavingState(.newest50)
        _ = state.handle(.feedLoaded(isRemote: true))
        #expect(state.handle(.feedLoaded(isRemote: true)) == [])
        #expect(state.handle(.feedLoaded(isRemote: true)) == [])
        #expect(state.handle(.ended(nil)) == [.save(newest: 50)])
        #expect(state.handle(.ended(some)) == [])
    }

    @Test func `A newer feed is counted after the work on an older one, even if the connection is lost meanwhile`() {
        var state = OfflineSavingState(.newest50)
        for isRemote in [true, true, false] { _ = state.handle(.feedLoaded(isRemote: isRemote)) }
        #expect(state.handle(.ended(some)) == [.count(newest: 50)])
    }

    @Test func `Nothing is saved over a metered network; saving goes on once another one may be used`() {
        var state = OfflineSavingState(.newest200)
        _ = state.handle(.networkChanged(mayBeUsed: false))
        #expect(state.handle(.feedLoaded(isRemote: true)) == [.count(newest: 200)])
        _ = state.handle(.ended(some))
        #expect(state.status == OfflineStatus(images: some, phase: .paused))
        #expect(state.handle(.networkChanged(mayBeUsed: true)) == [.save(newest: 200)])
        #expect(state.handle(.networkChanged(mayBeUsed: true)) == [])
        #expect(state.handle(.networkChanged(mayBeUsed: false)) == [.count(newest: 200)])
        #expect(state.status?.phase == .paused)
    }

    @Test func `Another choice takes effect at once, and Off ends what runs`() {
        var state = OfflineSavingState(.off)
        #expect(state.handle(.chosen(.newest50)) == [])
        #expect(state.handle(.chosen(.off)) == [])
        #expect(state.handle(.feedLoaded(isRemote: true)) == [])
        #expect(state.handle(.chosen(.newest50)) == [.save(newest: 50)])
        #expect(state.handle(.chosen(.newest50)) == [])
        _ = state.handle(.progressed(some))
        #expect(state.handle(.chosen(.all)) == [.save(newest: nil)])
        #expect(state.handle(.chosen(.off)) == [.cancel])
        #expect(state.status == nil)
    }

    @Test func `If the limit of the disk changes, saving starts over`() {
        var state = OfflineSavingState(.newest200)
        #expect(state.handle(.roomChanged) == [])
        _ = state.handle(.feedLoaded(isRemote: true))
        _ = state.handle(.ended(SavedImages(saved: 20, total: 200, isLimited: true)))
        #expect(state.handle(.roomChanged) == [.save(newest: 200)])
    }
}
