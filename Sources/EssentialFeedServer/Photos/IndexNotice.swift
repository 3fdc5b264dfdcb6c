/// Something about the folder that its owner should know, said once at the start.
enum IndexNotice: Hashable, Sendable {
    case notAnImage(FolderPath)
    /// The picture's end is missing.
    case cutShort(FolderPath)
    case empty(FolderPath)
    case unreadable(FolderPath, reason: String)
    case duplicate(FolderPath, of: FolderPath)
    /// `feed.json` lists a file that is not there, or is no photo.
    case missing(file: String, line: Int)
    /// `feed.json` lists two files that are one photo.
    case sameContent(file: String, line: Int, other: String)
    case stateNotKept(reason: String)
    case noPhotos
}

extension IndexNotice {
    /// How many files a line names.
    private static let named = 5

    /// The notices as lines for a log: one a kind where there may be thousands. Texts of files and names of files are
    /// shown as ``PlainText`` has them.
    static func lines(_ notices: [IndexNotice]) -> [String] {
        var strangers: [String] = []
        var cutShort: [String] = []
        var empty: [String] = []
        var duplicates: [String] = []
        var lines: [String] = []
        for notice in notices {
            switch notice {
            case .notAnImage(let path): strangers.append(path.displayText)
            case .cutShort(let path): cutShort.append(path.displayText)
            case .empty(let path): empty.append(path.displayText)
            case .duplicate(let path, let first):
                duplicates.append("\(path.displayText) (as \(first.displayText))")
            case .unreadable(let path, let reason):
                lines.append("\(path.displayText) is left out: \(PlainText.line(reason))")
            case .missing(let file, let line):
                lines.append(
                    """
                    feed.json, line \(line): there is no photo \"\(PlainText.line(file))\"; \
                    correct the path or remove it
                    """)
            case .sameContent(let file, let line, let other):
                lines.append(
                    """
                    feed.json, line \(line): \"\(PlainText.line(file))\" is the same photo as \
                    \"\(PlainText.line(other))\", whose entry counts
                    """)
            case .stateNotKept(let reason):
                lines.append("the index cannot be kept, every start will read all photos: \(PlainText.line(reason))")
            case .noPhotos: continue
            }
        }
        if let line = summary(strangers, "left out, no JPEG, PNG, WebP or GIF") { lines.append(line) }
        if let line = summary(cutShort, "left out, cut short") { lines.append(line) }
        if let line = summary(empty, "left out, empty") { lines.append(line) }
        if let line = summary(duplicates, "left out, the same photo as another") { lines.append(line) }
        if notices.contains(.noPhotos) {
            lines.append("the folder has no photos: put JPEG, PNG, WebP or GIF files there, then start again")
        }
        return lines
    }

    private static func summary(_ names: [String], _ what: String) -> String? {
        guard !names.isEmpty else { return nil }
        let more = names.count > named ? " and \(names.count - named) more" : ""
        return "\(what): \(names.prefix(named).joined(separator: ", "))\(more)"
    }
}
