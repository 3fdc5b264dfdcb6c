import EssentialFeed

/// A notice about the folder for its owner, logged once when it is found.
enum FolderNotice: Hashable, Sendable {
    case notAnImage(FolderPath)
    /// The file is truncated.
    case incomplete(FolderPath)
    case empty(FolderPath)
    case unreadable(FolderPath, reason: String)
    /// The file can't be decoded.
    case undecodable(FolderPath, reason: String)
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
        var others: [String] = []
        var incomplete: [String] = []
        var empty: [String] = []
        var duplicates: [String] = []
        var lines: [String] = []
        for notice in notices {
            switch notice {
            case .notAnImage(let path): others.append(path.displayText)
            case .incomplete(let path): incomplete.append(path.displayText)
            case .empty(let path): empty.append(path.displayText)
            case .duplicate(let path, let first):
                duplicates.append("\(path.displayText) (same as \(first.displayText))")
            case .unreadable(let path, let reason):
                lines.append("left out \(path.displayText): \(PlainText.line(reason))")
            case .undecodable(let path, let reason):
                lines.append("left out \(path.displayText), which can’t be decoded: \(PlainText.line(reason))")
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
        if let line = summary(others, count, "left out, not JPEG, PNG, WebP, GIF, HEIC or AVIF") { lines.append(line) }
        if let line = summary(incomplete, count, "left out, incomplete") { lines.append(line) }
        if let line = summary(empty, count, "left out, empty") { lines.append(line) }
        if let line = summary(duplicates, count, "left out, duplicate") { lines.append(line) }
        if let count, count > notices.count {
            switch notices.first {
            case .unreadable: lines.append("left out \(count - notices.count) more that can’t be read")
            case .undecodable: lines.append("left out \(count - notices.count) more that can’t be decoded")
            default: break
            }
        }
        if notices.contains(.noPhotos) {
            lines.append("the folder has no photos: add JPEG, PNG, WebP, GIF, HEIC or AVIF files")
        }
        return lines
    }

    private static func summary(_ names: [String], _ total: Int?, _ reason: String) -> String? {
        guard !names.isEmpty else { return nil }
        let count = total ?? names.count
        let more = count > maximumNames ? " and \(count - maximumNames) more" : ""
        return "\(reason): \(names.prefix(maximumNames).joined(separator: ", "))\(more)"
    }
}
