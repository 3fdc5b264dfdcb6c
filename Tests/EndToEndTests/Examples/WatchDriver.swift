import Foundation
import TestSupport

/// Drives the example that shows captions, and reads them until each has been there once.
struct WatchDriver: AppDriver {
    struct NoSuchScreen: Error {}
    struct Unreadable: Error {
        let block: String
    }

    let cacheFolder: String
    let clock: ShiftedClock

    func requestFeed(address: String, timePassed: Duration) async throws -> ShownFeed {
        let program = try await Program(environment: clock.environment(shiftedBy: timePassed))
            .start(["--url", address, "--cache-dir", cacheFolder, "--seconds", "0.1"], of: "Watch")
        let shown: Result<ShownFeed?, any Error>
        do {
            shown = .success(try await Self.feed(shownBy: program))
        } catch {
            shown = .failure(error)
        }
        program.send(SIGTERM)
        // Until it has ended, it uses its cache.
        let result = await program.result()
        guard let feed = try shown.get() else { throw Unreadable(block: result.errors) }
        return feed
    }

    /// Returns what the program has shown once each caption has been there; `nil` if it ends before.
    private static func feed(shownBy program: TestProgram) async throws -> ShownFeed? {
        var images: [Int: ShownFeed.Image] = [:]
        while let block = try await block(of: program) {
            guard block != "…" else { continue }
            guard block.first?.isNumber == true else {
                return ShownFeed(images: [], isSaved: false, errorMessage: block)
            }
            let caption = try Caption(block)
            guard caption.note != "…" else { continue }
            images[caption.number] = caption.image
            guard images.count == caption.count else { continue }
            return ShownFeed(
                images: images.sorted { $0.key < $1.key }.map(\.value), isSaved: caption.note != nil, errorMessage: nil)
        }
        return nil
    }

    func requestComments(address: String, imageID: String) async throws -> ShownComments {
        throw NoSuchScreen()
    }

    /// Returns the lines up to the next empty one, as one line.
    private static func block(of program: TestProgram) async throws -> String? {
        var lines: [String] = []
        while let line = try await program.line() {
            guard line.isEmpty else {
                lines.append(line)
                continue
            }
            return lines.joined(separator: " ")
        }
        return nil
    }

    private struct Caption {
        let number: Int
        let count: Int
        let image: ShownFeed.Image
        let note: String?

        init(_ block: String) throws {
            let form = #/(\d+)\/(\d+) (?:(location \d+), )?\d+ \w+ ago(?: (description \d+))?(?: (.+))?/#
            guard let match = block.wholeMatch(of: form), let number = Int(match.1), let count = Int(match.2) else {
                throw Unreadable(block: block)
            }
            self.number = number
            self.count = count
            image = ShownFeed.Image(
                id: String(number), description: match.4.map(String.init), location: match.3.map(String.init))
            note = match.5.map(String.init)
        }
    }
}
