import Foundation
import TestSupport

extension TestProgram {
    /// Starts a second program on a cache folder, `store-child`, with one of its parts.
    static func storeChild(_ part: String, in folder: URL) async throws -> TestProgram {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "store-child").path
        return try await start([program, part, folder.path], hasInput: true)
    }

    /// Ends the program in the midst of what follows the line that was read last: at once would always be at its
    /// beginning.
    func kill(after microseconds: UInt32) async {
        usleep(microseconds)
        await kill()
    }
}
