/// Something about the folder that its owner should know, said once at the start.
enum IndexNotice: Hashable, Sendable {
    case notAnImage(FolderPath)
    case unreadable(FolderPath, reason: String)
    case duplicate(FolderPath, of: FolderPath)
    /// `feed.json` lists a file that is not there, or is no photo.
    case missing(file: String, line: Int)
    /// `feed.json` lists two files that are one photo.
    case sameContent(file: String, line: Int, other: String)
    case stateNotKept(reason: String)
}

extension IndexNotice {
    /// How many files a line names.
    private static let named = 5

    /// The notices as lines for a log: one a kind where there may be thousands.
    static func lines(_ notices: [IndexNotice]) -> [String] {
        var strangers: [String] = []
        var duplicates: [String] = []
        var lines: [String] = []
        for notice in notices {
            switch notice {
            case .notAnImage(let path): strangers.append(path.displayText)
            case .duplicate(let path, let first):
                duplicates.append("\(path.displayText) (as \(first.displayText))")
            case .unreadable(let path, let reason):
                lines.append("\(path.displayText) is left out: \(reason)")
            case .missing(let file, let line):
                lines.append("feed.json, line \(line): there is no photo \"\(file)\"; correct the path or remove it")
            case .sameContent(let file, let line, let other):
                lines.append(
                    "feed.json, line \(line): \"\(file)\" is the same photo as \"\(other)\", whose entry counts")
            case .stateNotKept(let reason):
                lines.append("the index cannot be kept, every start will read all photos: \(reason)")
            }
        }
        if let line = summary(strangers, "left out, no JPEG, PNG, WebP or GIF") { lines.append(line) }
        if let line = summary(duplicates, "left out, the same photo as another") { lines.append(line) }
        return lines
    }

    private static func summary(_ names: [String], _ what: String) -> String? {
        guard !names.isEmpty else { return nil }
        let more = names.count > named ? " and \(names.count - named) more" : ""
        return "\(what): \(names.prefix(named).joined(separator: ", "))\(more)"
    }
}
