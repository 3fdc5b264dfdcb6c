import EssentialFeed

/// A notice about the folder for its owner, logged once when it is found.
enum FolderNotice: Hashable, Sendable {
    /// - Parameter detail: Why the file can't be read or decoded; otherwise empty.
    case leftOut(FolderPath, LeftOutFiles.Reason, detail: String = "")
    case duplicate(FolderPath, of: FolderPath)
    /// Another document takes precedence.
    case ignoredDocument(String, for: String)
    /// The document lists a file that doesn't exist or isn't a photo.
    case missing(file: String, document: String, line: Int)
    /// The document lists two files with the same photo.
    case sameContent(file: String, document: String, line: Int, other: String)
    case indexNotSaved(reason: String)
    /// The catalog was damaged and is being rebuilt.
    case catalogRebuilt
    /// Changes aren't reported, so the folder is scanned regularly.
    case notWatched(reason: String, interval: Duration)
    case folderGone
    case folderBack
    /// The document has changed and can't be read.
    case documentNotRead(reason: String)
    case noPhotos
}

extension FolderNotice {
    /// The maximum number of files to name in one line.
    private static let maximumNames = 5

    /// Returns the notices as log lines. Kinds that may concern many files share one line per kind.
    ///
    /// File names and document texts are escaped by ``PlainText``.
    /// - Parameter count: The total number of files, if the notices are of one kind and name only the first files.
    static func lines(_ notices: [FolderNotice], count: Int? = nil) -> [String] {
        var names: [LeftOutFiles.Reason: [String]] = [:]
        var duplicates: [String] = []
        var lines: [String] = []
        for notice in notices {
            switch notice {
            case .duplicate(let path, let first):
                duplicates.append("\(path.displayText) (same as \(first.displayText))")
            case .leftOut(let path, .unreadable, let detail):
                lines.append("left out \(path.displayText): \(PlainText.line(detail))")
            case .leftOut(let path, .undecodable, let detail):
                lines.append("left out \(path.displayText), which can’t be decoded: \(PlainText.line(detail))")
            case .leftOut(let path, let reason, _): names[reason, default: []].append(path.displayText)
            case .ignoredDocument(let name, let other):
                lines.append("\(name) is ignored because the folder has \(other); keep one of the two")
            case .missing(let file, let document, let line):
                lines.append(
                    """
                    \(document), line \(line): there is no photo “\(PlainText.line(file))”; \
                    correct the path or remove the entry
                    """)
            case .sameContent(let file, let document, let line, let other):
                lines.append(
                    """
                    \(document), line \(line): “\(PlainText.line(file))” is ignored because it is the same photo as \
                    “\(PlainText.line(other))”
                    """)
            case .indexNotSaved(let reason):
                lines.append("can’t save the index, so every start reads all photos: \(PlainText.line(reason))")
            case .catalogRebuilt:
                lines.append("the index was damaged and is being rebuilt")
            case .notWatched(let reason, let interval):
                lines.append(
                    "can’t watch the folder (\(reason)); it is read through every \(interval.plainText) instead")
            case .folderGone:
                lines.append("the folder is gone; its photos are served again when it is back")
            case .folderBack:
                lines.append("the folder is back")
            case .documentNotRead(let reason):
                lines.append("\(reason); until then, the previous captions are used")
            case .noPhotos: continue
            }
        }
        lines += [
            summary(names[.notAnImage], count, "left out, not JPEG, PNG, WebP, GIF, HEIC or AVIF"),
            summary(names[.incomplete], count, "left out, incomplete"),
            summary(names[.empty], count, "left out, empty"),
            summary(duplicates, count, "left out, duplicate"),
        ].compactMap(\.self)
        if let count, count > notices.count {
            switch notices.first {
            case .leftOut(_, .unreadable, _): lines.append("left out \(count - notices.count) more that can’t be read")
            case .leftOut(_, .undecodable, _):
                lines.append("left out \(count - notices.count) more that can’t be decoded")
            default: break
            }
        }
        if notices.contains(.noPhotos) {
            lines.append("the folder has no photos: add JPEG, PNG, WebP, GIF, HEIC or AVIF files")
        }
        return lines
    }

    private static func summary(_ names: [String]?, _ total: Int?, _ reason: String) -> String? {
        guard let names, !names.isEmpty else { return nil }
        let count = total ?? names.count
        let more = count > maximumNames ? " and \(count - maximumNames) more" : ""
        return "\(reason): \(names.prefix(maximumNames).joined(separator: ", "))\(more)"
    }
}

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

    /// Log lines that list the files.
    var lines: [String] {
        kinds.flatMap { FolderNotice.lines($0.first, count: $0.count) }
    }

    /// The first files of each reason, without duplicates of served photos.
    public var files: [File] { kinds.flatMap { $0.first.compactMap(File.init) } }

    /// The number of all files, without duplicates of served photos.
    public var count: Int { kinds.reduce(0) { $0 + ($1.first.first.flatMap(File.init) == nil ? 0 : $1.count) } }
}

extension LeftOutFiles.File {
    fileprivate init?(_ notice: FolderNotice) {
        guard case .leftOut(let path, let reason, _) = notice else { return nil }
        self.init(path: path.displayText, reason: reason)
    }
}
