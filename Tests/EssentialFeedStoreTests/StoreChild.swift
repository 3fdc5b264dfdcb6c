import Foundation
import TestSupport

extension TestProgram {
    /// Starts a second program on a cache folder, `store-child`, with one of its parts.
    static func storeChild(_ part: String, in folder: URL) async throws -> TestProgram {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "store-child").path
        return try await start([program, part, folder.path], hasInput: true)
    }

    /// Kills the program after a delay, at different moments of the step after the last line.
    func kill(after microseconds: UInt32) async {
        usleep(microseconds)
        await kill()
    }
}
