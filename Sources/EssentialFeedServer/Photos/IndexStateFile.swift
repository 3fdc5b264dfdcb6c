import EssentialFeed
import Foundation
import SystemPackage

/// The file that holds the ``IndexState`` of one photo folder.
///
/// Only its owner can read it. Every call blocks.
struct IndexStateFile: Sendable {
    let url: URL

    /// - Parameters:
    ///   - stateFolder: The folder of all state files; created when needed.
    ///   - root: The photo folder, with links resolved.
    init(in stateFolder: URL, root: FilePath) {
        let bytes = root.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
        let name = ContentDigest(of: bytes.map { UInt8(bitPattern: $0) }).hexadecimal.prefix(32)
        url = stateFolder.appending(path: "folder-\(name).json", directoryHint: .notDirectory)
    }

    /// Returns `$XDG_STATE_HOME/essential-feed`, by default `~/.local/state/essential-feed`, or `nil` if the environment
    /// sets neither.
    static func folder(environment: [String: String]) -> URL? {
        BaseDirectory.state.url(environment: environment)?
            .appending(path: "essential-feed", directoryHint: .isDirectory)
    }

    /// Returns the saved state, or an empty one if the file can't be read.
    func load() -> IndexState {
        do {
            return IndexState(decoding: try Data(contentsOf: url))
        } catch {
            return IndexState()
        }
    }

    /// Replaces the saved state atomically.
    func save(_ state: IndexState) throws {
        let data = try state.encoded()
        let files = FileManager.default
        try files.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let temporary = url.appendingPathExtension(UUID().uuidString)
        do {
            try write(data, to: temporary, [.create, .exclusiveCreate])
            // swift-system has neither `rename` nor `unlink`.
            let (from, to) = (temporary.path(percentEncoded: false), url.path(percentEncoded: false))
            guard rename(from, to) == 0 else { throw FileError.last() }
        } catch {
            unlink(temporary.path(percentEncoded: false))
            throw error
        }
    }

    /// Adds to the saved state.
    func append(_ facts: [(IndexState.Key, PhotoFacts)]) throws {
        try write(try IndexState.lines(facts), to: url, .append)
    }

    private func write(_ data: Data, to file: URL, _ options: FileDescriptor.OpenOptions) throws(FileError) {
        try FileError.wrapping {
            let descriptor = try FileDescriptor.open(
                FilePath(file.path(percentEncoded: false)), .writeOnly, options: options.union(.closeOnExec),
                permissions: .ownerReadWrite)
            try descriptor.closeAfter { _ = try descriptor.writeAll(data) }
        }
    }
}
