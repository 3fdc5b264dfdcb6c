import Foundation

/// Keeps the ``IndexState`` of one photo folder in a file of its own, readable by its owner alone. Every call blocks.
struct IndexStateFile: Sendable {
    let url: URL

    /// - Parameters:
    ///   - stateFolder: where state files are kept; made when needed.
    ///   - root: the photo folder, links resolved.
    init(in stateFolder: URL, root: [UInt8]) {
        let name = ContentDigest(of: root).hexadecimal.prefix(32)
        url = stateFolder.appending(path: "folder-\(name).json", directoryHint: .notDirectory)
    }

    /// `$XDG_STATE_HOME/essential-feed`, by default `~/.local/state/essential-feed`; `nil` where neither is known.
    static func folder(environment: [String: String]) -> URL? {
        // A relative path is invalid by the specification of base directories and counts as unset.
        let base =
            if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
                URL(filePath: state, directoryHint: .isDirectory)
            } else if let home = environment["HOME"], home.hasPrefix("/") {
                URL(filePath: home, directoryHint: .isDirectory).appending(path: ".local/state")
            } else {
                URL?.none
            }
        return base?.appending(path: "essential-feed", directoryHint: .isDirectory)
    }

    /// What was saved; nothing where there is none, or where it cannot be used.
    func load() -> IndexState {
        do {
            return IndexState(decoding: try Data(contentsOf: url))
        } catch {
            return IndexState()
        }
    }

    /// Replaces what was saved, at once or not at all.
    func save(_ state: IndexState) throws {
        let data = try state.encoded()
        let files = FileManager.default
        try files.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let temporary = url.appendingPathExtension(UUID().uuidString)
        do {
            try write(data, to: temporary, O_CREAT | O_EXCL)
            let (from, to) = (temporary.path(percentEncoded: false), url.path(percentEncoded: false))
            guard rename(from, to) == 0 else { throw FileError.last() }
        } catch {
            unlink(temporary.path(percentEncoded: false))
            throw error
        }
    }

    /// Adds to what was saved, so that an import that is ended goes on with the rest.
    func append(_ facts: [(IndexState.Key, PhotoFacts)]) throws {
        try write(try IndexState.lines(facts), to: url, O_APPEND)
    }

    private func write(_ data: Data, to file: URL, _ mode: Int32) throws {
        let path = Array(file.path(percentEncoded: false).utf8)
        let descriptor = path.withPath { open($0, O_WRONLY | O_CLOEXEC | mode, 0o600) }
        guard descriptor >= 0 else { throw FileError.last() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try handle.close()
    }
}
