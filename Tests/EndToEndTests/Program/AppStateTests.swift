import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation
import TestSupport
import Testing

@testable import essential_feed_app

/// The state shared by the app's parts: the open server, and the changes passed on.
@Suite struct AppStateTests {
    private let address: ServerAddress
    private let folder = RememberedServer.folder(path: "/photos")
    private let photos = FolderServer(folder: URL(filePath: "/photos"), keepsIndex: true)

    init() throws {
        address = try ServerAddress("https://photos.example.com")
    }

    @Test func `A new server is remembered once it has sent a feed, a known one at once, and the demo never`() {
        var state = AppState(AppSettings())
        state.handle(.addressChosen(address))
        #expect(state.open?.isRemembered == false)
        state.handle(.feedAnswered(refusal: .needed, isFeed: false))
        #expect(state.open?.isRemembered == false)
        state.handle(.feedAnswered(refusal: nil, isFeed: true))
        #expect(state.open?.isRemembered == true)
        #expect(state.shown == .address(address))
        state.settings.preferences.servers.show(.address(address))
        state.handle(.addressChosen(address))
        #expect(state.open?.isRemembered == true)
        open(photos, as: nil, in: &state)
        state.handle(.feedAnswered(refusal: nil, isFeed: true))
        #expect(state.open?.isRemembered == false && state.open?.isKept == false)
        #expect(state.shown == nil)
    }

    @Test func `A name and a password in an address are an invitation, not a part of the address`() throws {
        var state = AppState(AppSettings())
        state.handle(.addressChosen(try ServerAddress("https://photos.example.com/join#maria:secret")))
        let invitation = TypedSignIn(signIn: SignIn(user: "maria", password: "secret"), isInvitation: true)
        #expect(state.open?.signIn == invitation)
        #expect(state.open?.saved?.text == address.displayText)
        #expect(state.open?.address.identity == address.identity)
        state.handle(.addressChosen(address))
        #expect(state.open?.signIn == nil)
    }

    @Test func `The same server opened again is another one`() {
        var state = AppState(AppSettings())
        state.handle(.addressChosen(address))
        let first = state.open
        state.handle(.addressChosen(address))
        #expect(state.open?.number != first?.number)
    }

    @Test func `Of several folders that are being opened only the last one is shown, with its files that can't be`() {
        let leftOut = LeftOutPhotos(files: [], count: 1)
        var state = AppState(AppSettings())
        state.handle(.addressChosen(address))
        state.handle(.photosChosen(photos, as: folder))
        let first = state.opening!.number
        state.handle(.photosChosen(photos, as: folder))
        let last = state.opening!.number
        #expect(state.isInUse(folder) && state.isInUse(.address(address)))
        state.handle(.photosOpened(first, address))
        #expect(state.open?.saved == .address(address))
        state.handle(.photosLeftOut(last, leftOut))
        state.handle(.photosLeftOut(first, LeftOutPhotos(files: [], count: 2)))
        state.handle(.photosOpened(last, address))
        #expect(state.open?.number == last && state.open?.isRemembered == true && state.opening == nil)
        #expect(state.open?.leftOut == leftOut)
        #expect(state.shown == folder && !state.isInUse(.address(address)))
    }

    @Test func `Photos that can't be opened any more stay on the screen but can be chosen again`() {
        var state = AppState(AppSettings())
        open(photos, as: folder, in: &state)
        state.handle(.photosFailed(state.open!.number))
        #expect(state.open?.saved == folder)
        #expect(state.shown == nil && !state.isInUse(folder) && state.failed == nil)
        state.handle(.photosChosen(photos, as: folder))
        let opening = state.opening
        state.handle(.photosFailed(opening!.number))
        #expect(state.failed == opening && state.opening == nil)
        #expect(state.open?.saved == folder)
        state.handle(.photosChosen(photos, as: folder))
        state.handle(.photosFailed(state.opening!.number, reason: "a version before wrote it"))
        #expect(state.failed?.reason == "a version before wrote it")
    }

    @Test func `New images are counted for servers that aren't on the screen, until the user opens them`() {
        var state = AppState(AppSettings())
        let other = RememberedServer.address(address)
        state.handle(.newImagesCounted(other, NewImageCount(3)))
        #expect(state.newImages == [other: NewImageCount(3)])
        state.handle(.addressChosen(address))
        #expect(state.newImages.isEmpty)
        state.handle(.newImagesCounted(other, NewImageCount(3)))
        #expect(state.newImages.isEmpty, "the answer came after the server had been opened")
    }

    @Test func `Cancelling and leaving end what is being opened, and an address ends both`() {
        var state = AppState(AppSettings())
        open(photos, as: folder, in: &state)
        state.handle(.photosChosen(photos, as: nil))
        state.handle(.openingCancelled)
        #expect(state.opening == nil && state.shown == folder)
        state.handle(.photosChosen(photos, as: nil))
        state.handle(.addressChosen(address))
        #expect(state.opening == nil && state.shown == .address(address))
        state.handle(.photosChosen(photos, as: nil))
        state.handle(.offlineChanged(nil))
        state.handle(.left)
        #expect(state.open == nil && state.opening == nil)
    }

    @Test func `The connection may have returned when the window gets the focus, but not when it loses it`() {
        var state = AppState(AppSettings())
        state.handle(.foregroundChanged(true))
        #expect(state.connectionReturns == 1)
        state.handle(.foregroundChanged(false))
        #expect(state.connectionReturns == 1)
        state.handle(.connectionMayHaveReturned)
        #expect(state.connectionReturns == 2)
    }

    @Test func `What is seen of a server is saved for it, and that of the demo or an album isn't`() {
        var state = AppState(AppSettings())
        let seen = SeenFeed([UUID()])
        open(photos, as: nil, in: &state)
        state.handle(.seen(seen))
        open(.album("Beach", of: photos.folder), as: folder, in: &state)
        state.handle(.seen(seen))
        #expect(state.settings == AppSettings())
        state.handle(.addressChosen(address))
        state.handle(.seen(seen))
        #expect(state.settings.seenFeeds[address.displayText] == seen)
    }

    @Test func `A server that has refused a request once counts as refusing until another is opened`() {
        var state = AppState(AppSettings())
        state.handle(.addressChosen(address))
        state.handle(.feedAnswered(refusal: .needed, isFeed: false))
        state.handle(.feedAnswered(refusal: nil, isFeed: true))
        #expect(state.open?.refusal == nil && state.open?.wasRefused == true)
        state.handle(.addressChosen(address))
        #expect(state.open?.wasRefused == false)
    }

    private func open(_ photos: FolderServer, as saved: RememberedServer?, in state: inout AppState) {
        state.handle(.photosChosen(photos, as: saved))
        state.handle(.photosOpened(state.opening!.number, address))
    }
}

/// The changes passed on by the app's only model.
@MainActor
@Suite(.detectsHangs, .watchesTasks) struct AppModelTests {
    private final class Observer {
        var changes: [[Int]] = []
    }

    @Test func `Observers receive the changes in order, also those that an observer causes, until they end`() throws {
        let home = TemporaryFolder()
        let file = AppSettingsFile(environment: ["XDG_CONFIG_HOME": home.path]) { Issue.record("\($0)") }
        let model = AppModel(SettingsKeeper(file, disk: DiskWork()))
        let last = Observer()
        var first: Observer? = Observer()
        model.observe(first!) { [unowned model] _, _, new in
            if new.connectionReturns == 1 { model.send(.connectionMayHaveReturned) }
        }
        model.observe(last) { $0.changes.append([$1.connectionReturns, $2.connectionReturns]) }
        model.send(.connectionMayHaveReturned)
        #expect(last.changes == [[0, 1], [1, 2]])
        model.send(.openingCancelled)
        #expect(last.changes.count == 2, "nothing has changed")
        weak let ended = first
        first = nil
        #expect(ended == nil, "the model doesn't retain its observers")
    }

    @Test func `A value is passed on at once and after each change, until another server is on the screen`() throws {
        let home = TemporaryFolder()
        let file = AppSettingsFile(environment: ["XDG_CONFIG_HOME": home.path]) { Issue.record("\($0)") }
        let model = AppModel(SettingsKeeper(file, disk: DiskWork()))
        let address = try ServerAddress("https://photos.example.com")
        model.send(.addressChosen(address))
        let (server, observer) = (try #require(model.state.open), Observer())
        model.follow(\.connectionReturns, of: server, by: observer) { $0.changes.append([$1]) }
        model.send(.connectionMayHaveReturned, from: server)
        model.send(.networkChanged(mayBeUsed: false))
        #expect(observer.changes == [[0], [1]])
        model.send(.addressChosen(address))
        model.send(.connectionMayHaveReturned, from: server)
        #expect(model.state.connectionReturns == 1, "the server has been replaced")
        model.send(.connectionMayHaveReturned)
        #expect(observer.changes == [[0], [1]])
    }

    @Test func `Changed settings are in the state at once, and in the file after the end`() async throws {
        let home = TemporaryFolder()
        let file = AppSettingsFile(environment: ["XDG_CONFIG_HOME": home.path]) { Issue.record("\($0)") }
        let model = AppModel(SettingsKeeper(file, disk: DiskWork()))
        model.changeSettings { $0.width = 700 }
        model.send(.addressChosen(try ServerAddress("https://photos.example.com")))
        model.send(.seen(SeenFeed([UUID()])))
        #expect(model.state.settings.width == 700)
        await model.finish()
        #expect(file.load() == model.state.settings)
        #expect(file.load().seenFeeds["https://photos.example.com"] != nil)
    }
}
