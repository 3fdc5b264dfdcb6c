import Testing

@testable import EssentialFeed
@testable import essential_feed

@Suite struct ImagesProgressTests {
    @Test func `Sync's progress counts all images, and estimates the time left from those it loaded`() {
        let progress = ImagesProgress(language: .english) { .seconds(2) }
        #expect(progress.line(columns: 80) == "")
        progress.update(images(saved: 10))
        #expect(progress.line(columns: 20) == "10 of 20 photos  0 B  0 B/s")
        progress.update(images(saved: 12, downloadedBytes: 3_000_000))
        #expect(progress.line(columns: 20) == "12 of 20 photos  3 MB  1.5 MB/s  8 s left")
        #expect(progress.line(columns: 60).hasSuffix("░ 12 of 20 photos  3 MB  1.5 MB/s  8 s left"))
        progress.update(images(saved: 13, downloadedBytes: 3_000_000))
        #expect(progress.line(columns: 20).hasSuffix("  5 s left"))
    }

    private func images(saved: Int, downloadedBytes: Int = 0) -> SaveFeedImagesResult.Progress {
        .init(total: 20, saved: saved, done: saved, downloadedBytes: downloadedBytes)
    }
}
