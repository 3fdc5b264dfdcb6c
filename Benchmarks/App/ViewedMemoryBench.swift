import Foundation
import GtkKit

/// Scrolls through a feed, waits for each picture, views some of them, and prints the memory in KiB after half of the
/// feed and at its end.
final class ViewedMemoryBench {
    private let stage: ViewerStage
    private let viewed: Int

    /// - Parameters:
    ///   - count: How many images the feed has.
    ///   - viewed: How many of them are viewed.
    init(application: UnsafeMutableRawPointer, count: Int, viewed: Int) {
        self.viewed = viewed
        stage = ViewerStage(application: application, count: count, descriptions: true)
        Task { await self.run() }
    }

    private func run() async {
        let count = stage.rows.count
        let distance = count / viewed
        var half: Int?
        var views = 0
        // The last two are on the screen when the list is at its end.
        while stage.top < count - 3 {
            let top = stage.top
            await stage.loaded(top, and: 2)
            if top >= views * distance, views < viewed {
                views += 1
                stage.open(top)
                while stage.shownWidth ?? 0 <= stage.cardWidth { await stage.frame() }
                await stage.close()
            }
            if half == nil, top >= count / 2 { half = ScrollBench.residentKiB }
            stage.scroll(by: 600)
            await stage.frame()
        }
        guard let half, views == viewed else { exit(70) }
        print(half, ScrollBench.residentKiB)
        exit(0)
    }
}
