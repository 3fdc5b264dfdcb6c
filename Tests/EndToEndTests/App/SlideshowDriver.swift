import AccessibleDesktop
import Foundation
import TestSupport

/// The example that shows one photo at a time, with the photo that it shows as a screen reader finds it.
struct SlideshowWindow: Sendable {
    struct Slide: Sendable {
        let number: Int
        let count: Int
        let location: String?
        let description: String?
        let note: String?
        let message: String?

        /// Returns `nil` while the window loads the feed or shows nothing yet.
        init?(_ window: Accessible) {
            guard !window.isBusy else { return nil }
            func read() -> [String] {
                window.all { $0.role == .label && $0.isShowing && !$0.label.isEmpty }.map(\.label)
            }
            let texts = read()
            // Another slide may have come while the texts were read.
            guard texts == read() else { return nil }
            let heading = texts.lazy.compactMap { $0.wholeMatch(of: #/(\d+)\/(\d+)(?: · (location \d+))?.*/#) }.first
            number = heading.flatMap { Int($0.1) } ?? 0
            count = heading.flatMap { Int($0.2) } ?? 0
            location = heading?.3.map(String.init)
            description = texts.first { $0.hasPrefix("description") }
            note = texts.first { text in ["Offline.", "The saved feed.", "Updated "].contains { text.hasPrefix($0) } }
            message = heading == nil ? texts.first : nil
            guard heading != nil || message != nil else { return nil }
        }
    }

    let desktop: Desktop
    let program: TestProgram

    init(
        desktop: Desktop, address: String, cacheFolder: String, seconds: String, environment: [String: String] = [:]
    ) async throws {
        self.desktop = desktop
        let surroundings = AppWindow.surroundings(home: URL(filePath: cacheFolder).deletingLastPathComponent())
        program = try await TestProgram.start(
            [
                Program.url(of: "Slideshow").path, "--url", address, "--cache-dir", cacheFolder, "--seconds", seconds,
            ], environment: surroundings.merging(environment) { $1 })
    }

    /// Waits for a slide that meets the condition.
    func slide(_ what: String, where isWanted: @Sendable (Slide) -> Bool) async throws -> Slide {
        try await desktop.wait(for: what, of: program.processID) { window in
            Slide(window).flatMap { isWanted($0) ? $0 : nil }
        }
    }

    /// Ends the program and waits until it has.
    func close() async -> TestProgram.Result {
        program.send(SIGTERM)
        return await program.result()
    }
}

/// Drives the example, and looks until each photo has been there once.
struct SlideshowDriver: AppDriver {
    let desktop: Desktop
    let cacheFolder: String
    let clock: ShiftedClock

    func requestFeed(address: String, timePassed: Duration) async throws -> ShownFeed {
        let window = try await SlideshowWindow(
            desktop: desktop, address: address, cacheFolder: cacheFolder, seconds: "0.5",
            environment: clock.environment(shiftedBy: timePassed))
        do {
            let feed = try await feed(in: window)
            _ = await window.close()
            return feed
        } catch {
            await window.program.kill()
            throw error
        }
    }

    private func feed(in window: SlideshowWindow) async throws -> ShownFeed {
        var images: [Int: ShownFeed.Image] = [:]
        while true {
            let slide = try await window.slide("another slide than \(images.keys.sorted())") { [images] in
                images[$0.number] == nil
            }
            if let message = slide.message { return ShownFeed(images: [], isSaved: false, errorMessage: message) }
            images[slide.number] = ShownFeed.Image(
                id: String(slide.number), description: slide.description, location: slide.location)
            guard images.count == slide.count else { continue }
            return ShownFeed(
                images: images.sorted { $0.key < $1.key }.map(\.value), isSaved: slide.note != nil, errorMessage: nil,
                note: slide.note)
        }
    }

    func requestComments(address: String, imageID: String) async throws -> ShownComments {
        throw WatchDriver.NoSuchScreen()
    }
}
