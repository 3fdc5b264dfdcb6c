import AccessibleDesktop
import Foundation
import Synchronization
import TestSupport
import Testing

/// The lists used only with the keyboard, right after the start.
extension AppTests {
    @Test func `After the start Page Down, Space, Page Up, Home and End scroll the feed, without Tab`() async throws {
        let server = try await Self.photos(20)
        let window = try await window(home, at: server.url().absoluteString, height: 700)
        let first = try await window.cards("the first card") { $0.first == 0 }
        try await window.pressKey(.pageDown)
        let second = try await window.cards("the second page") { ($0.first ?? 0) > (first.first ?? 0) }
        try await window.pressKey(.space)
        let third = try await window.cards("the third page") { ($0.first ?? 0) > (second.first ?? 0) }
        try await window.pressKey(.pageUp)
        _ = try await window.cards("the second page again") { ($0.first ?? 0) < (third.first ?? 0) }
        try await window.pressKey(.end)
        _ = try await window.cards("the last card") { $0.last == 19 }
        try await window.pressKey(.home)
        _ = try await window.cards("the first card again") { $0.first == 0 }
        #expect(await window.close().status == 0)
        let loads = server.requests.events.count { $0.path == "/feed" && !$0.target.contains("after_id") }
        #expect(loads == 1, "Space pressed no button")
        try await server.stop()
    }

    @Test func `After the wheel, arrow keys continue from what is shown; Enter opens the focused card`() async throws {
        let server = try await Self.photos(20)
        let window = try await window(home, at: server.url().absoluteString, height: 700)
        _ = try await window.cards("the first card") { $0.first == 0 }
        try await window.pressKey(.down)
        _ = try await window.focusedCard("the first") { $0 == 0 }
        try await window.pressKey(.down)
        _ = try await window.focusedCard("the second") { $0 == 1 }
        for _ in 0..<40 { try await desktop.turnWheelDown() }
        _ = try await window.cards("cards far below") { ($0.first ?? 0) > 4 }
        // A card is seen by its picture.
        _ = try await AppWindow.FeedPage.shown(in: window, "no loading picture") {
            $0.cards.allSatisfy { !$0.isLoading }
        }
        let seen = try await window.cards("cards far below with their pictures") { ($0.first ?? 0) > 4 }
        try await window.pressKey(.down)
        let focused = try await window.focusedCard("one far below") { $0 > 1 }
        #expect(seen.contains(focused))
        try await window.pressKey(.up)
        _ = try await window.focusedCard("the one before") { $0 == focused - 1 }
        try await window.pressKey(.pageDown)
        try await window.pressKey(.pageDown)
        let further = try await window.focusedCard("one further down") { $0 > focused }
        let below = try await window.cards("the card with the focus") { $0.contains(further) }
        #expect(!below.isEmpty)
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    @Test func `Page keys scroll the comments, and an arrow key moves the focus to a comment`() async throws {
        let server = try await Self.photos(1)
        server.answer("/image/\(Self.photoID(0))/comments", with: try Self.comments(60))
        let window = try await window(home, at: server.url().absoluteString, height: 700)
        _ = try await window.cards("the card") { $0 == [0] }
        try await window.pressKey(.down)
        _ = try await window.focusedCard("the first") { $0 == 0 }
        try await window.pressKey(.tab)
        try await window.see("the focus on the button") { $0.isFocused && $0.label.hasPrefix("Open the comments of ") }
        try await window.pressKey(.enter)
        let page = try await AppWindow.CommentsPage.settled(in: window)
        #expect(page.rows.first?.message == "message 0")
        try await window.pressKey(.end)
        _ = try await window.wait(for: "the last comment") { window in
            AppWindow.CommentsPage(in: window).flatMap { $0.rows.last?.message == "message 59" ? $0 : nil }
        }
        try await window.pressKey(.home)
        _ = try await window.wait(for: "the first comment") { window in
            AppWindow.CommentsPage(in: window).flatMap { $0.rows.first?.message == "message 0" ? $0 : nil }
        }
        try await window.see("the focus on the photo") {
            $0.role == .button && $0.isFocused && $0.label.hasPrefix("View ")
        }
        try await window.pressKey(.down)
        try await window.see("the focus on a comment") { $0.role == .label && $0.isFocused && $0.label == "message 0" }
        try await window.pressKey(.space)
        try await window.see("the focus on a comment further down") {
            $0.isFocused && $0.label.hasPrefix("message ") && $0.label != "message 0"
        }
        try await window.pressKey(.escape)
        _ = try await window.focusedCard("the first") { $0 == 0 }
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    /// Serves photos at "place 0", "place 1" and so on, in one page.
    static func photos(_ count: Int) async throws -> LyingServer {
        let server = try await LyingServer()
        server.answer(
            "/feed", with: feed((0..<count).map { (photoID($0), "place \($0)", server.url("/image\($0)")) }), end)
        for number in 0..<count {
            server.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number + 1))))
        }
        return server
    }

    static func photoID(_ number: Int) -> String {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))).uuidString
    }
}

extension AppWindow {
    /// Waits until the numbers of the photos on the screen, from the top, meet the condition, and returns them.
    fileprivate func cards(_ what: String, where isWanted: @escaping @Sendable ([Int]) -> Bool) async throws -> [Int] {
        let last = Mutex<[Int]>([])
        do {
            return try await wait(for: what) { _ in
                guard let screen = Screen() else { return nil }
                var seen: [Int] = []
                for y in stride(from: 50, to: 700, by: 10) {
                    guard let colour = screen.colour(x: 235, y: y), let salt = anyPNGSalt(of: colour) else { continue }
                    if seen.last != Int(salt) - 1 { seen.append(Int(salt) - 1) }
                }
                last.withLock { $0 = seen }
                return isWanted(seen) ? seen : nil
            }
        } catch {
            Issue.record("The pictures on the screen were \(last.withLock { $0 }).")
            throw error
        }
    }

    /// Waits until the number of the focused card meets the condition, and returns it.
    fileprivate func focusedCard(_ what: String, where isWanted: @escaping @Sendable (Int) -> Bool) async throws -> Int
    {
        try await wait(for: "the focus on a card: \(what)") { window in
            window.all { $0.isFocused }.last.flatMap { Self.number($0.label) }.flatMap { isWanted($0) ? $0 : nil }
        }
    }

    private static func number(_ text: String) -> Int? {
        Int(text.drop { !$0.isNumber })
    }
}
