import Foundation

/// Drives the web app in a browser.
///
/// One step has another meaning there: before the first visit, no service worker is installed. So if the cache is empty
/// and there is no connection, the error message is the browser's own.
struct PageDriver: AppDriver {
    let browser: Browser

    var connectionErrors: [String] { ["no connection", "err_connection_refused", "neterror?e=connectionfailure"] }

    func requestFeed(address: String, timePassed: Duration) async throws -> ShownFeed {
        try browser.moveClock(by: timePassed)
        do {
            try await browser.open(address + "/")
        } catch let failure as Browser.Failure {
            return ShownFeed(images: [], isSaved: false, errorMessage: failure.description)
        }
        if let message = try await notice() { return ShownFeed(images: [], isSaved: false, errorMessage: message) }
        let note = try await browser.texts(".offline:not([hidden])").first
        if note == nil { try await browser.wait(for: "caches.match(location.href)") }
        let cards = try await browser.run(
            """
            return [...document.querySelectorAll(".card")].map(card => [
                card.querySelector(".picture").getAttribute("href"),
                card.querySelector(".caption")?.innerText.trim(), card.querySelector(".place")?.innerText.trim(),
            ])
            """)
        return ShownFeed(
            images: (cards as? [[Any]] ?? []).map {
                ShownFeed.Image(id: $0[0] as? String ?? "", description: $0[1] as? String, location: $0[2] as? String)
            }, isSaved: note != nil, errorMessage: nil)
    }

    /// - Parameter imageID: The path of the image's page.
    func requestComments(address: String, imageID: String) async throws -> ShownComments {
        try await browser.follow(".comments[href^='\(imageID)']")
        if let message = try await notice() { return ShownComments(comments: [], errorMessage: message) }
        let (authors, messages) = (
            try await browser.texts(".conversation .author"), try await browser.texts(".conversation .message")
        )
        return ShownComments(comments: zip(authors, messages).map { ShownComments.Comment(username: $0, message: $1) })
    }

    /// The message shown instead of the page.
    private func notice() async throws -> String? {
        let texts = try await browser.texts(".notice")
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }
}
