import Testing

@testable import EssentialFeedServer

@Suite struct ImportProgressTests {
    @Test(
        "Server: an import says how many files it has read, how many a second, and the time left",
        arguments: [
            (0, 10, 0, "read 0 of 10 files"), (500, 9_500, 5, "read 500 of 10000 files, 100 a second, 1 min 35 s left"),
            (10, 90_000, 1, "read 10 of 90010 files, 10 a second, 2 h 30 min left"),
            (5, 3, 1, "read 5 of 8 files, 5 a second, 1 s left"),
        ])
    func lineSaysCountRateAndTimeLeft(read: Int, left: Int, seconds: Int, line: String) {
        #expect(ImportProgress(filesRead: read, filesLeft: left).line(after: .seconds(seconds)) == line)
    }
}
