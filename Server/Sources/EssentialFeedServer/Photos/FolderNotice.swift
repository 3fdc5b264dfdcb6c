import EssentialFeed

/// A notice about the folder for its owner, logged once when it is found.
enum FolderNotice: Hashable, Sendable {
    /// - Parameter detail: Why the file can't be read or decoded; empty for any other reason.
    case leftOut(FolderPath, LeftOutFiles.Reason, detail: String = "")
    case duplicate(FolderPath, of: FolderPath)
    /// Items left out for one reason, the first few by path.
    case excluded(Exclusion.Reason, first: [FolderPath], count: Int)
    case ignoredDocument(String, for: String)
    case missing(file: String, document: String, line: Int)
    case sameContent(file: String, document: String, line: Int, other: String)
    case coverMissing(file: String, document: String, line: Int)
    case coverHidden(file: String, document: String, line: Int)
    case chosenCoverNotShown
    case indexNotSaved(reason: String)
    /// The state folder contains only the state of another photo folder.
    case newFolder(String, other: String, isGone: Bool)
    case catalogRebuilt
    /// Changes aren't reported, so the folder is scanned regularly.
    case notWatched(reason: String, interval: Duration)
    /// A part of the folder is on a file system that doesn't report all changes, so the folder is scanned regularly.
    case unreported(FolderPath, type: String, interval: Duration)
    case folderGone
    case unmounted(FolderPath)
    /// The folder is empty at the start, and isn't the one that had photos before.
    case folderEmpty
    case folderBack
    case documentNotRead(reason: String)
    /// - Parameter isExcluding: Whether the owner excludes files by patterns.
    case noPhotos(isExcluding: Bool)
    /// The file may hold, or may have replaced, a photo that is hidden or closed for comments.
    case tookHiddenPlace(FolderPath)
    case sidecarRefused(FolderPath, reason: String)

    /// Whether a photo isn't shown because another one is hidden.
    var isAboutHiding: Bool { if case .tookHiddenPlace = self { true } else { false } }

    private static let maximumNames = 5

    /// Returns the notices as log lines. Kinds of notices about many files share one line per kind.
    ///
    /// File names and document texts are escaped by ``PlainText``.
    /// - Parameter count: The total number of files, if the notices are of one kind and name only the first files.
    static func lines(_ notices: [FolderNotice], count: Int? = nil) -> [String] {
        var names: [LeftOutFiles.Reason: [String]] = [:]
        var duplicates: [String] = []
        for notice in notices {
            switch notice {
            case .duplicate(let path, let first):
                duplicates.append("\(path.displayText) (same as \(first.displayText))")
            case .leftOut(let path, let reason, _): names[reason, default: []].append(path.displayText)
            default: continue
            }
        }
        var lines =
            notices.compactMap(\.line)
            + [
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
        for case .noPhotos(let isExcluding) in notices {
            let remedy =
                isExcluding
                ? " apart from excluded ones: change the patterns (--exclude, or exclude in feed.yaml), or" : ":"
            lines.append("the folder has no photos\(remedy) add JPEG, PNG, WebP, GIF, HEIC or AVIF files")
        }
        return lines
    }

    private var line: String? {
        switch self {
        case .leftOut(let path, .unreadable, let detail):
            "left out \(path.displayText): \(PlainText.line(detail))"
        case .leftOut(let path, .undecodable, let detail):
            "left out \(path.displayText), which can’t be decoded: \(PlainText.line(detail))"
        case .excluded(let reason, let first, let count):
            Self.summary(first.map(\.displayText), count, "left out, \(reason.text)")
        case .duplicate, .leftOut, .noPhotos: nil
        case .ignoredDocument(let name, let other):
            "\(name) is ignored because the folder has \(other); keep one of the two"
        case .missing(let file, let document, let line):
            """
            \(document), line \(line): there is no photo “\(PlainText.line(file))”; correct the path or remove the entry
            """
        case .sameContent(let file, let document, let line, let other):
            """
            \(document), line \(line): “\(PlainText.line(file))” is ignored because it is the same photo as \
            “\(PlainText.line(other))”
            """
        case .coverMissing(let file, let document, let line):
            """
            \(document), line \(line): there is no photo “\(PlainText.line(file))” for the cover; \
            correct the path or remove the line
            """
        case .coverHidden(let file, let document, let line):
            """
            \(document), line \(line): the cover “\(PlainText.line(file))” isn’t shown because the photo is hidden; \
            choose another one, or show the photo again
            """
        case .chosenCoverNotShown:
            "the cover isn’t shown because its photo is deleted or hidden; choose another one on the page People"
        case .indexNotSaved(let reason):
            "can’t save the index, so every start reads all photos: \(PlainText.line(reason))"
        case .newFolder(let path, let other, let isGone):
            """
            the state folder has comments of \(PlainText.line(other)), which \(isGone ? "is gone" : "still exists"); \
            if its photos are here now, stop the server and move the comments, with the same --state, if any: \
            essential-feed backup moved-state \(Self.quoted(other)), then essential-feed restore moved-state \
            \(Self.quoted(path)). People sign in again afterwards
            """
        case .catalogRebuilt: "the index was damaged and is being rebuilt"
        case .notWatched(let reason, let interval):
            "can’t watch the folder (\(reason)); it is read through every \(interval.plainText) instead"
        case .unreported(let path, let type, let interval):
            """
            others may change \(path == .root ? "the folder" : path.displayText) unnoticed (\(type)), so it is read \
            through every \(interval.plainText)
            """
        case .folderEmpty:
            """
            the folder is empty, and is not the one that had photos before; mount its disk, or add photos to begin \
            anew. Until then, the photos of before stay in the feed
            """
        case .folderGone: "the folder is gone; its photos are served again when it is back"
        case .unmounted(let path):
            "the disk at \(path.displayText) was unmounted; its photos are shown again when it is back"
        case .folderBack: "the folder is back"
        case .documentNotRead(let reason): "\(reason); until then, the previous captions are used"
        case .tookHiddenPlace(let path):
            """
            \(path.displayText) is hidden or closed like the photo that was there before, or that it may show; \
            to show it, see: essential-feed show
            """
        case .sidecarRefused(let path, let reason):
            "did not read \(path.displayText), which describes a photo: \(PlainText.line(reason))"
        }
    }

    /// Returns a path as an argument for a shell.
    private static func quoted(_ path: String) -> String {
        "'\(PlainText.line(path).replacing("'", with: #"'\''"#))'"
    }

    private static func summary(_ names: [String]?, _ total: Int?, _ reason: String) -> String? {
        guard let names, !names.isEmpty else { return nil }
        let count = total ?? names.count
        let more = count > maximumNames ? " and \(count - maximumNames) more" : ""
        return "\(reason): \(names.prefix(maximumNames).joined(separator: ", "))\(more)"
    }
}

extension Exclusion.Reason {
    fileprivate var text: String {
        switch self {
        case .hidden: "hidden"
        case .deleted: "in a recycle bin"
        case .thumbnails: "thumbnails"
        case .versions: "snapshots or earlier versions"
        case .system: "of the system"
        case .leftover: "backups or unfinished files"
        case .conflict: "conflicting copies"
        case .pattern: "excluded by a pattern"
        case .leadsOut: "links out of the folder"
        case .leadsNowhere: "links that lead nowhere"
        }
    }
}
