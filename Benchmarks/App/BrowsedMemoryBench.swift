import CAdwaita
import Foundation
import GtkKit

/// Browses 300 photos again and again, like a person looking for one: scrolls, views some, and goes back. Prints the
/// memory in KiB after half of the time and at its end.
final class BrowsedMemoryBench {
    private let stage: ViewerStage
    private let duration: Duration
    private var random = SystemRandomNumberGenerator()

    init(application: UnsafeMutableRawPointer, seconds: Int) {
        duration = .seconds(seconds)
        stage = ViewerStage(application: application, count: 300, descriptions: true)
        Task { await self.run() }
    }

    private func run() async {
        let start = ContinuousClock.now
        var half: Int?
        repeat {
            await browse()
            if half == nil, start.duration(to: .now) >= duration / 2 { half = ScrollBench.residentKiB }
        } while start.duration(to: .now) < duration
        guard let half else { exit(70) }
        print(half, ScrollBench.residentKiB)
        exit(0)
    }

    /// Scrolls to a place, views its photo and the next ones, and goes back to the feed.
    private func browse() async {
        let isDown = Bool.random(using: &random)
        for _ in 0..<Int.random(in: 10...40, using: &random) {
            stage.scroll(by: isDown ? 400 : -400)
            await stage.frame()
        }
        let top = stage.top
        await stage.loaded(top, and: 1)
        stage.open(top)
        while stage.shownWidth ?? 0 <= stage.cardWidth { await stage.frame() }
        for _ in 0..<min(3, stage.rows.count - 1 - top) {
            stage.press(GDK_KEY_Right)
            while stage.shownWidth ?? 0 <= stage.cardWidth { await stage.frame() }
        }
        await stage.close()
    }
}
