import BenchmarkKit
import Foundation

/// curl downloading to files, several at a time.
struct Curl {
    private static let executable = URL(filePath: "/usr/bin/curl")

    private let configuration: URL
    private let folder: URL
    private let count: Int

    /// - Parameter folder: The folder that the files go to.
    init(_ urls: [URL], in folder: URL) throws {
        try BenchmarkFailure.check(
            FileManager.default.isExecutableFile(atPath: Self.executable.path),
            "curl is missing: run `make bench`, which installs it")
        self.folder = folder.appending(path: "curl")
        configuration = folder.appending(path: "curl.conf")
        count = urls.count
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
        let lines = urls.enumerated().map { number, url in
            "url = \"\(url.absoluteString)\"\noutput = \"\(file(number).path)\"\n"
        }
        try Data(lines.joined().utf8).write(to: configuration)
    }

    /// Deletes the files and downloads all of them again.
    func download() throws -> (time: Duration, processorTime: Duration) {
        for number in 0..<count { unlink(file(number).path) }
        return try run(["--parallel", "--silent", "--fail", "--config", configuration.path])
    }

    /// Returns how long curl takes to start and to end.
    func start() throws -> Duration { try run(["--version"]).time }

    func check(byteCount: Int) throws {
        for number in 0..<count { _ = try PlainFile(file(number)).read(byteCount: byteCount) }
    }

    private func file(_ number: Int) -> URL { folder.appending(path: "\(number)") }

    private func run(_ arguments: [String]) throws -> (time: Duration, processorTime: Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        let end = try ChildProcess(Self.executable, arguments).wait()
        let time = start.duration(to: clock.now)
        try BenchmarkFailure.check(end.status == 0, "curl ended with \(end.status)")
        return (time, end.processorTime)
    }
}
