public import Foundation
import SystemPackage

/// The program that decodes images: `essential-feed-decoder`.
public struct DecoderProgram: Hashable, Sendable {
    /// The program's name.
    public static let name = "essential-feed-decoder"
    /// The environment variable that specifies another file.
    public static let variable = "ESSENTIAL_FEED_DECODER"

    let path: FilePath

    /// Creates a program from its file.
    public init(_ file: URL) {
        path = FilePath(file.path)
    }

    /// Finds the program: the file from the environment, then the file next to the running program, then the installed
    /// file in `../libexec/essential-feed`.
    /// - Parameter executable: The file of the running program.
    public init(for executable: URL, environment: [String: String]) {
        if let named = environment[Self.variable], !named.isEmpty {
            self.init(URL(filePath: named))
            return
        }
        let folder = executable.deletingLastPathComponent()
        let beside = folder.appending(path: Self.name)
        let installed = folder.deletingLastPathComponent().appending(path: "libexec/essential-feed/\(Self.name)")
        self.init(FileManager.default.isExecutableFile(atPath: beside.path) ? beside : installed)
    }
}
