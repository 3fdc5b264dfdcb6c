import AccessibleDesktop
import Foundation
import TestSupport

struct WindowDriver: AppDriver {
    let desktop: Desktop
    let cacheFolder: String
    let clock: ShiftedClock

    func requestFeed(address: String, timePassed: Duration) async throws -> ShownFeed {
        try await using(address, timePassed) { window in
            let page = try await AppWindow.FeedPage.settled(in: window)
            return ShownFeed(
                images: page.cards.map {
                    ShownFeed.Image(id: $0.comments, description: $0.description, location: $0.location)
                },
                isSaved: page.note != nil, errorMessage: page.status ?? page.banner)
        }
    }

    /// - Parameter imageID: The name of the button that opens the comments.
    func requestComments(address: String, imageID: String) async throws -> ShownComments {
        try await using(address, .zero) { window in
            _ = try await AppWindow.FeedPage.settled(in: window)
            try await window.press(imageID)
            let page = try await AppWindow.CommentsPage.settled(in: window)
            return ShownComments(
                comments: page.rows.map { ShownComments.Comment(username: $0.username, message: $0.message) },
                errorMessage: page.status)
        }
    }

    private func using<Value: Sendable>(
        _ address: String, _ timePassed: Duration, _ use: (AppWindow) async throws -> Value
    ) async throws -> Value {
        let window = try await AppWindow(
            desktop: desktop, address: address, cacheFolder: cacheFolder,
            home: URL(filePath: cacheFolder).deletingLastPathComponent(),
            environment: clock.environment(shiftedBy: timePassed))
        do {
            let value = try await use(window)
            _ = await window.close()
            return value
        } catch {
            await window.program.kill()
            throw error
        }
    }
}
