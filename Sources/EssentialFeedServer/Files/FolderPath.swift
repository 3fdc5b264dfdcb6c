import EssentialFeed
import Foundation
import SystemPackage

/// A path below the photo folder, in the file system's bytes.
///
/// File names need not be valid text, and two encodings of one letter make two names.
struct FolderPath: Hashable, Sendable, Comparable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The path as a log or a terminal can show it.
    var displayText: String {
        PlainText.line(String(decoding: bytes, as: UTF8.self))
    }

    /// The path as text, or `nil` if its bytes aren't valid UTF-8.
    var text: String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// The folder itself.
    static let root = FolderPath(bytes: [])

    /// Returns the path in the file system.
    func location(in root: FilePath) -> FilePath {
        bytes.isEmpty ? root : root.pushing(FilePath(bytes: bytes))
    }

    /// Returns whether the path is inside the folder, at any depth.
    func isBelow(_ folder: FolderPath) -> Bool {
        folder.bytes.isEmpty || bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
    }

    func appending(_ name: [UInt8]) -> FolderPath {
        FolderPath(bytes: bytes.isEmpty ? name : bytes + [UInt8(ascii: "/")] + name)
    }

    static func < (lhs: FolderPath, rhs: FolderPath) -> Bool {
        lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
    }
}

extension FilePath {
    /// Creates a path from the file system's bytes, without a terminating zero.
    init(bytes: some Sequence<UInt8>) {
        self.init(platformString: bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0])
    }

    /// Whether there is anything at the path, or may be: a link counts, wherever it leads.
    var isThere: Bool {
        do throws(Errno) {
            _ = try stat(followTargetSymlink: false)
            return true
        } catch {
            return error != .noSuchFileOrDirectory
        }
    }

    /// Returns the absolute path without symbolic links, or `nil` if nothing is at the path.
    func resolved() -> FilePath? {
        // swift-system has no `realpath`.
        guard let resolved = withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }
}
