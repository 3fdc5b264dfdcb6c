import EssentialFeed
import Foundation
import Testing

/// How the state of the preferences handles each event.
@Suite struct PreferencesStateTests {
    private let first: RememberedServer
    private let second: RememberedServer
    private let folder = RememberedServer.folder(path: "/home/maria/Photos")

    init() throws {
        first = try RememberedServer("http://first.com")
        second = try RememberedServer("http://second.com")
    }

    @Test func `Servers, limit, switches and what is used are shown; nothing can be cleared before that is known`() {
        var state = state()
        #expect(state.viewModel.servers.map(\.name) == ["first.com", "second.com", "Photos"])
        #expect(state.viewModel.servers.map(\.detail) == ["Shown now", "", "/home/maria/Photos/"])
        #expect(state.viewModel.limits == ["100 MB", "250 MB", "500 MB", "1 GB", "2 GB", "5 GB", "10 GB"])
        #expect(state.viewModel.limit == 2)
        #expect(state.viewModel.usage == nil)
        #expect(!state.viewModel.canClear)
        #expect(state.handle(.appeared) == [.measure([first, second, folder])])
        #expect(state.handle(.measured(CacheUsage(total: 12_000_000, byServer: [first: 11_000_000, second: 0]))) == [])
        #expect(state.viewModel.servers.map(\.detail) == ["Shown now · 11 MB saved", "", "/home/maria/Photos/"])
        #expect(state.viewModel.usage == "Uses 12 MB. Photos may take up to 500 MB.")
        #expect(state.viewModel.canClear)
    }

    @Test func `A limit that isn't offered is listed among the others`() {
        let state = state(limit: 300_000_000)
        #expect(state.viewModel.limits.count == 8)
        #expect(state.viewModel.limits[state.viewModel.limit] == "300 MB")
    }

    @Test func `Each change is saved, once, and a position without a limit changes nothing`() {
        var state = state()
        var expected = state.preferences
        expected.imageLimit = 1_000_000_000
        #expect(state.handle(.limitChosen(3)) == [.save(expected)])
        #expect(state.handle(.limitChosen(3)) == [])
        #expect(state.handle(.limitChosen(-1)) == [])
        #expect(state.handle(.limitChosen(7)) == [])
        expected.offlineChoice = .newest50
        #expect(state.handle(.offlineChosen(1)) == [.save(expected)])
        #expect(state.handle(.offlineChosen(4)) == [])
        expected.notifiesOfNewPhotos = true
        #expect(state.handle(.notifiesOfNewPhotosChanged(true)) == [.save(expected)])
        #expect(state.viewModel.limit == 3)
        #expect(state.viewModel.offlineChoice == 1)
        #expect(state.viewModel.notifiesOfNewPhotos)
    }

    @Test func `What is saved for offline use is said in words, with the bytes of the server's cache at the end`() {
        var state = state()
        #expect(state.viewModel.offlineStatus == nil)
        #expect(
            state.viewModel.offlineChoices
                == ["Off", "Newest 50 photos", "Newest 200 photos", "All photos within the storage limit"])
        #expect(state.viewModel.offlineChoice == 2)
        _ = state.handle(.measured(CacheUsage(total: 40_000_000, byServer: [first: 34_000_000])))
        var images = SavedImages(saved: 120, total: 200)
        for (phase, text) in [
            (OfflineStatus.Phase.saving, "Saving 120 of 200 photos…"), (.idle, "120 of 200 photos saved."),
            (.paused, "120 of 200 photos saved. Paused while the network is metered."),
        ] {
            _ = state.handle(.offlineChanged(OfflineStatus(images: images, phase: phase)))
            #expect(state.viewModel.offlineStatus == text)
        }
        images.isLimited = true
        _ = state.handle(.offlineChanged(OfflineStatus(images: images, phase: .idle)))
        #expect(state.viewModel.offlineStatus == "120 of 200 photos saved. The storage limit leaves no room for more.")
        let all = SavedImages(saved: 200, total: 200)
        #expect(state.handle(.offlineChanged(OfflineStatus(images: all, phase: .saving))) == [])
        #expect(
            state.handle(.offlineChanged(OfflineStatus(images: all, phase: .idle)))
                == [.measure([first, second, folder])])
        #expect(state.viewModel.offlineStatus == "200 photos saved, 34 MB")
    }

    @Test(arguments: [nil, CacheUsage(total: 40_000_000, byServer: [:]), CacheUsage(total: 0, byServer: [:])])
    func `A size that is unknown isn't shown as none`(usage: CacheUsage?) throws {
        var state = state()
        _ = state.handle(.measured(usage))
        let images = SavedImages(saved: 200, total: 200)
        _ = state.handle(.offlineChanged(OfflineStatus(images: images, phase: .idle)))
        #expect(state.viewModel.offlineStatus == "200 of 200 photos saved.")
        #expect((state.viewModel.usage == nil) == (usage == nil))
        let offer = try offer(state.handle(.removalRequested(second)))
        #expect(offer.text == "Removed second.com with its offline photos and password")
    }

    @Test func `Removing a server of which nothing is saved speaks of no photos`() throws {
        var state = state()
        _ = state.handle(.measured(CacheUsage(total: 0, byServer: [second: 0])))
        let offer = try offer(state.handle(.removalRequested(second)))
        #expect(offer.text == "Removed second.com and its password")
    }

    @Test func `Another server is marked once it is shown`() {
        var state = state()
        #expect(state.viewModel.servers.map(\.isCurrent) == [true, false, false])
        var expected = state.preferences
        expected.servers.show(second)
        #expect(state.handle(.serverShown(second)) == [.save(expected)])
        #expect(state.viewModel.servers.map(\.isCurrent) == [false, true, false])
    }

    @Test func `The mark is that of the server on the screen, and of none while it is one that isn't remembered`() {
        var state = state()
        #expect(state.handle(.serverOpened(nil)) == [])
        #expect(state.viewModel.servers.map(\.isCurrent) == [false, false, false])
        #expect(state.handle(.serverOpened(second)) == [])
        #expect(state.viewModel.servers.map(\.isCurrent) == [false, true, false])
        #expect(state.preferences.servers.current == first)
    }

    @Test func `Opening a removed server takes its removal back, even before the server has answered`() throws {
        var state = state()
        let offer = try offer(state.handle(.removalRequested(second)))
        _ = state.handle(.serverOpened(second))
        #expect(state.handle(.undoEnded(offer.id)) == [])
    }

    @Test func `Removing says what goes with a server, and deletes it only once nobody can undo it`() throws {
        var state = state()
        _ = state.handle(.measured(CacheUsage(total: 12, byServer: [second: 2_500_000])))
        let actions = state.handle(.removalRequested(second))
        #expect(actions.first == .save(state.preferences))
        #expect(actions.count == 2, "the server on the screen stays")
        let offer = try offer(actions)
        #expect(offer.text == "Removed second.com with its offline photos (2.5 MB) and password")
        #expect(state.viewModel.servers.map(\.name) == ["first.com", "Photos"])
        #expect(state.handle(.undoEnded(offer.id)) == [.forget(second)])
        #expect(state.handle(.undoEnded(offer.id)) == [])
        #expect(state.handle(.undoRequested(offer.id)) == [])
        #expect(state.handle(.removalRequested(second)) == [])
    }

    @Test func `Undoing brings a server back to its place, and shows it again if it was shown`() throws {
        var state = state()
        let before = state.preferences
        let actions = state.handle(.removalRequested(first))
        #expect(actions == [.save(state.preferences), .leave, .show(second), .offerUndo(try offer(actions))])
        let offer = try offer(actions)
        #expect(state.handle(.undoRequested(offer.id)) == [.save(before), .show(first)])
        #expect(state.handle(.undoEnded(offer.id)) == [])
        #expect(state.viewModel.servers.map(\.name) == ["first.com", "second.com", "Photos"])
    }

    @Test func `The server on the screen is left when it is removed, also while another one is being opened`() throws {
        var state = state()
        _ = state.handle(.removalRequested(first))
        // The next one is another folder and slow; the user opens the third in the meantime.
        _ = state.handle(.serverOpening(second))
        _ = state.handle(.serverOpened(folder))
        let before = state.preferences
        let actions = state.handle(.removalRequested(folder))
        #expect(actions == [.save(state.preferences), .leave, .show(second), .offerUndo(try offer(actions))])
        #expect(state.handle(.undoRequested(try offer(actions).id)) == [.save(before), .show(folder)])
    }

    @Test func `A removed server that is being opened again isn't deleted, unless that fails`() throws {
        for isOpened in [true, false] {
            var state = state()
            let offer = try offer(state.handle(.removalRequested(folder)))
            #expect(state.handle(.serverOpening(folder)) == [])
            #expect(state.handle(.undoEnded(offer.id)) == [])
            if isOpened { #expect(state.handle(.serverOpened(folder)) == []) }
            #expect(state.handle(.serverOpening(nil)) == (isOpened ? [] : [.forget(folder)]))
            #expect(state.handle(.serverOpening(nil)) == [])
            #expect(state.handle(.ended) == [])
        }
    }

    @Test func `Another server that is removed meanwhile is deleted at once, and at the end all are`() throws {
        var state = state()
        let folderOffer = try offer(state.handle(.removalRequested(folder)))
        let otherOffer = try offer(state.handle(.removalRequested(second)))
        _ = state.handle(.serverOpening(folder))
        #expect(state.handle(.undoEnded(folderOffer.id)) == [])
        #expect(state.handle(.undoEnded(otherOffer.id)) == [.forget(second)])
        #expect(state.handle(.ended) == [.forget(folder)])
        #expect(state.handle(.serverOpening(nil)) == [])
    }

    @Test func `Undoing the removal of a server that wasn't shown leaves the one on the screen there`() throws {
        var state = state()
        let before = state.preferences
        let offer = try offer(state.handle(.removalRequested(second)))
        #expect(state.handle(.undoRequested(offer.id)) == [.save(before)])
    }

    @Test func `A removed server that is shown again stays`() throws {
        var state = state()
        let offer = try offer(state.handle(.removalRequested(second)))
        _ = state.handle(.serverShown(second))
        #expect(state.handle(.undoEnded(offer.id)) == [])
        #expect(state.handle(.ended) == [])
        #expect(state.preferences.servers.all == [first, folder, second])
    }

    @Test func `A name that the user gives a server is saved, and used in its row and when it is removed`() throws {
        var state = state()
        let actions = state.handle(.renamed(second, "Maria"))
        #expect(actions == [.save(state.preferences)])
        #expect(state.viewModel.servers.map(\.name).contains("Maria"))
        #expect(try offer(state.handle(.removalRequested(second))).text.contains("Maria"))
        #expect(state.handle(.renamed(second, "another")) == [], "it isn't in the list")
    }

    @Test func `Without any server left, one is asked for; the photos of a removed folder stay`() throws {
        var state = state(RememberedServers([folder], current: folder))
        let actions = state.handle(.removalRequested(folder))
        #expect(actions.contains(.show(nil)))
        #expect(try offer(actions).text == "Removed Photos; the photos stay in the folder")
    }

    @Test func `Clearing asks first, says how much it frees, and deletes only once nobody can undo it`() throws {
        var state = state()
        #expect(state.handle(.clearingRequested) == [])
        #expect(state.handle(.clearingConfirmed) == [])
        _ = state.handle(.measured(CacheUsage(total: 12_000_000, byServer: [:])))
        let question = state.handle(.clearingRequested)
        guard case .askToClear(let text) = question.first else { return #expect(question.count == 1) }
        #expect(text.contains("frees 12 MB"))
        let offer = try offer(state.handle(.clearingConfirmed))
        #expect(offer.text == "Deleted offline photos (12 MB)")
        #expect(!state.viewModel.canClear)
        #expect(state.handle(.clearingConfirmed) == [])
        #expect(state.handle(.undoRequested(offer.id)) == [])
        #expect(state.viewModel.canClear)
        let second = try self.offer(state.handle(.clearingConfirmed))
        #expect(state.handle(.undoEnded(second.id)) == [.clear])
        #expect(state.handle(.deleted) == [.measure(state.preferences.servers.all)])
    }

    @Test func `What could still be undone is deleted when the app ends`() {
        var state = state()
        _ = state.handle(.measured(CacheUsage(total: 1, byServer: [:])))
        _ = state.handle(.removalRequested(second))
        _ = state.handle(.clearingConfirmed)
        #expect(state.handle(.ended) == [.forget(second), .clear])
        #expect(state.handle(.ended) == [])
    }

    private func state(_ servers: RememberedServers? = nil, limit: Int = 500_000_000) -> PreferencesState {
        PreferencesState(
            Preferences(
                servers: servers ?? RememberedServers([first, second, folder], current: first), imageLimit: limit,
                offlineChoice: .newest200, notifiesOfNewPhotos: false), language: .english)
    }

    private func offer(_ actions: [PreferencesState.Action]) throws -> UndoOffer {
        let offers = actions.compactMap { if case .offerUndo(let offer) = $0 { offer } else { nil } }
        return try #require(offers.first)
    }
}
