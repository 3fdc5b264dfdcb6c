import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The photo above its comments, and the ways between the two.
extension AppTests {
    @Test func `A photo's comments lead to the viewer and back; none of its pictures is loaded again`() async throws {
        let server = try await Self.photos(2)
        for number in 0..<2 {
            server.answer("/image/\(Self.photoID(number))/comments", with: .json(#"{"items":[]}"#))
        }
        let window = try await window(home, at: server.url().absoluteString, height: 1_200)
        let feed = try await AppWindow.FeedPage.complete(in: window, count: 2)

        // From the card's comments to the viewer above them, and back by the viewer's button.
        try await window.press(feed.cards[1].comments)
        let page = try await AppWindow.CommentsPage.settled(in: window)
        #expect(page.photo == "View place 1")
        #expect(page.caption == ["place 1"])
        #expect(page.status == "There are no comments yet.")
        try await window.openPhotoOfComments()
        try await window.press("Comments")
        try await window.focusOnPhoto()
        // From the viewer above them to the comments of another photo, and back.
        try await window.openPhotoOfComments()
        try await window.pressKey(.left)
        try await window.wait(for: "the first photo") { window in
            window.first { $0.role == .button && $0.label == "Previous Photo" } == nil ? () : nil
        }
        try await window.press("Comments")
        try await window.wait(for: "the comments of the first photo") { window in
            AppWindow.CommentsPage(in: window)?.photo == "View place 0" ? () : nil
        }
        try await window.openPhotoOfComments()
        try await window.pressKey(.escape)
        try await window.focusOnPhoto()
        #expect(try await AppWindow.CommentsPage.settled(in: window).photo == "View place 1")
        try await window.pressKey(.escape)
        #expect(try await AppWindow.FeedPage.complete(in: window, count: 2) == feed)

        #expect(await window.close().status == 0)
        for number in 0..<2 {
            #expect(server.requests.events.count { $0.path == "/image\(number)" } == 1)
        }
        try await server.stop()
    }

    @Test func `A comment is written below a photo, a draft until it is sent, and there for others`() async throws {
        let (home, other) = (Home(), Home())
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        let second = try await other.serve(PhotoFolder(count: 1))
        let link = try await home.invite("maria", publicURL: server.address)
        let window = try await window(home, at: link, height: 1_200)
        let comments = try #require(try await AppWindow.FeedPage.settled(in: window).cards.first).comments
        try await window.press(comments)
        _ = try await AppWindow.CommentsPage.settled(in: window)
        try await window.type("Hello from 1 friend", into: "Write a comment")
        try await window.pressKey(.escape)
        try await window.wait(for: "the feed") { AppWindow.CommentsPage(in: $0) == nil ? () : nil }
        try await window.press(comments)
        try await window.waitForDraft()
        // The draft outlives the screens of its server, whose comments are shown again with it.
        let opened = try await self.window(home, at: second.address)
        #expect(await opened.program.result().status == 0)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 1)
        try await window.chooseFromMenu(String(server.address.dropFirst("http://".count)))
        try await window.waitForDraft()
        try await window.press("Send")
        try await window.wait(for: "the comment") { window in
            AppWindow.CommentsPage(in: window)?.rows.contains { row in
                (row.username, row.message) == ("maria", "Hello from 1 friend")
            } == true ? () : nil
        }
        #expect(await window.close().status == 0)
        await server.stop()
        await second.stop()
    }

    @Test func `Enter opens the link that the keyboard is on in the desktop’s program for it`() async throws {
        let server = try await Self.photos(1)
        let link = server.url("/followed?a=1&b=2").absoluteString
        let comment =
            [
                "id": UUID().uuidString, "message": "\(link) is a link", "created_at": "2026-05-20T11:24:59Z",
                "author": ["username": "a username"],
            ]
            as [String: Any]
        let body = try JSONSerialization.data(withJSONObject: ["items": [comment]])
        server.answer("/image/\(Self.photoID(0))/comments", with: .json(String(decoding: body, as: UTF8.self)))
        server.answer("/followed", with: .json("{}"))
        // A browser that fetches the page and ends.
        let data = home.folder.url.appending(path: "data")
        let applications = data.appending(path: "applications")
        try FileManager.default.createDirectory(at: applications, withIntermediateDirectories: true)
        try Data("[Desktop Entry]\nType=Application\nName=Browser\nExec=curl --silent %u\n".utf8)
            .write(to: applications.appending(path: "browser.desktop"))
        try Data("[Default Applications]\nx-scheme-handler/http=browser.desktop\n".utf8)
            .write(to: applications.appending(path: "mimeapps.list"))
        let window = try await window(
            home, at: server.url().absoluteString, height: 900, environment: ["XDG_DATA_HOME": data.path])
        let feed = try await AppWindow.FeedPage.complete(in: window, count: 1)
        try await window.press(feed.cards[0].comments)
        _ = try await AppWindow.CommentsPage.settled(in: window)
        try await window.pressKey(.down)
        try await window.focusOnPhoto()
        try await window.pressKey(.down)
        try await window.see("the focus on the comment") { $0.isFocused && $0.label == "\(link) is a link" }
        try await window.pressKey(.enter)
        try await server.requests.wait { $0.contains { $0.target == "/followed?a=1&b=2" } }
        #expect(await window.close().status == 0)
        try await server.stop()
    }
}

extension AppWindow {
    /// Waits until there is a comment to send.
    fileprivate func waitForDraft() async throws {
        try await see("the draft") { $0.role == .button && $0.label == "Send" && $0.isShowing }
    }

    /// Moves the focus to the photo above the comments and presses it, and waits for the viewer.
    fileprivate func openPhotoOfComments() async throws {
        try await pressKey(.down)
        try await focusOnPhoto()
        try await pressKey(.enter)
        try await wait(for: "the viewer") { window in
            window.hasButtons(["Back", "Photo Menu", "Comments"]) ? () : nil
        }
    }

    /// Waits until the focus is on the photo above the comments.
    fileprivate func focusOnPhoto() async throws {
        try await wait(for: "the focus on the photo") { window in
            let photo = CommentsPage(in: window)?.photo
            return window.first { $0.isFocused && $0.role == .button && $0.label == photo }.map { _ in () }
        }
    }
}
