/// The files of a folder that aren't served: the first few of each kind by path, and the number of each kind.
public struct LeftOutFiles: Hashable, Sendable {
    struct Kind: Hashable, Sendable {
        var first: [FolderNotice] = []
        var count = 0
    }

    /// The reason a file isn't served.
    public enum Reason: Hashable, Sendable {
        /// The file isn't a photo in a supported format.
        case notAnImage
        /// The file is truncated.
        case incomplete
        /// The file is empty.
        case empty
        /// The file can't be read.
        case unreadable
        /// The file can't be decoded.
        case undecodable
    }

    /// A file that isn't served.
    public struct File: Hashable, Sendable {
        /// The path below the folder, in one line.
        public let path: String
        /// The reason the file isn't served.
        public let reason: Reason
    }

    var kinds: [Kind] = []

    var lines: [String] {
        kinds.flatMap { FolderNotice.lines($0.first, count: $0.count) }
    }

    /// The first files of each reason, without duplicates of served photos.
    public var files: [File] { kinds.flatMap { $0.first.compactMap(File.init) } }

    /// The number of all files, without duplicates of served photos.
    public var count: Int { kinds.reduce(0) { $0 + ($1.first.first.flatMap(File.init) == nil ? 0 : $1.count) } }
}

extension LeftOutFiles.File {
    init?(_ notice: FolderNotice) {
        guard case .leftOut(let path, let reason, _) = notice else { return nil }
        self.init(path: path.displayText, reason: reason)
    }
}
