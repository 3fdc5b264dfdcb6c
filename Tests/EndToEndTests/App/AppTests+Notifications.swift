import AccessibleDesktop
import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The app's messages to the desktop while it is in the background.
extension AppTests {
    @Test(arguments: [true, false])
    func `App: one notification says what came; a click shows it, a look takes it back`(isClicked: Bool) async throws {
        let events = EventLog<NotificationCentre.Event>()
        let centre = try NotificationCentre { events.append($0) }
        let clock = try await ShiftedClock()
        let server = try await Self.photos(1)
        try home.writeSettings(#"{"width":480,"height":900,"notifiesOfNewPhotos":true}"#)
        let window = try await window(
            home, at: server.url().absoluteString, environment: try clock.environmentOfMovableClock())
        _ = try await AppWindow.FeedPage.complete(in: window, count: 1)

        let screen = try #require(Screen())
        defer { screen.move(.pointer) }
        screen.move(.window)
        screen.move(.elsewhere)
        let old = FeedImage(id: UUID(uuidString: Self.photoID(0))!, location: "place 0", url: server.url("/image0"))
        let new = FeedImage(id: UUID(), description: "new", url: server.url("/image1"), author: "Anna")
        server.answer("/image1", with: .response(body: anyPNG(salt: 2)))
        server.answer("/feed", with: .json(String(decoding: FeedPayload.encode([new, old]), as: UTF8.self)), Self.end)
        try clock.move(by: .seconds(16 * 60))
        let shown = try await events.wait(for: 1)
        #expect(shown == [.shown(id: 1, replacing: 0, title: "1 New Photo: Anna", body: "")])

        if isClicked {
            centre.click(1)
            let page = try await AppWindow.FeedPage.shown(in: window, "the new photo") { $0.cards.count == 2 }
            #expect(page.cards[0].description == "new")
        } else {
            screen.move(.window)
            #expect(try await events.wait(for: 2).last == .withdrawn(id: 1))
        }
        #expect(await window.close().status == 0)
        try await server.stop()
    }
}
