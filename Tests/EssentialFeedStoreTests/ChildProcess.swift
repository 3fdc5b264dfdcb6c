@testable import EssentialFeedStore
import Foundation
import TestSupport

/// A second program on a cache folder. Gone with its last reference at the latest.
actor ChildProcess {
    private let executor = StoreExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let process: pid_t
    private let input: FileHandle
    private let output: FileHandle
    private var pending = Data()
    private var isGone = false

    init(_ part: String, in folder: URL) throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "store-child").path
        let (input, output) = (try Subprocess.pipe(), try Subprocess.pipe())
        self.input = input.writing
        self.output = output.reading
        process = try Subprocess.start(
            [program, part, folder.path], input: input.reading.fileDescriptor,
            output: output.writing.fileDescriptor)
        try input.reading.close()
        try output.writing.close()
    }

    deinit {
        if !isGone {
            Foundation.kill(process, SIGKILL)
            Subprocess.wait(for: process)
        }
    }

    /// The next line that the program writes; `nil` when it has ended.
    func line() throws -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let more = output.availableData
            if more.isEmpty { return nil }
            pending.append(more)
        }
    }

    /// All that the program writes until it ends.
    func lines() throws -> [String] {
        var lines: [String] = []
        while let line = try line() { lines.append(line) }
        return lines
    }

    func write(_ line: String) throws {
        try input.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends the program in the midst of what follows the line that was read last: at once it would always be at the
    /// beginning of it.
    func kill(after microseconds: UInt32) {
        usleep(microseconds)
        kill()
    }

    /// Ends the program at once, as `kill -9` does, and waits until it is gone.
    func kill() {
        guard !isGone else { return }
        Foundation.kill(process, SIGKILL)
        Subprocess.wait(for: process)
        isGone = true
    }
}
