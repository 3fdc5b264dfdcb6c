import EssentialFeed
import Foundation
import ImageFormats
import SystemPackage

/// A look at the photo folder: whether it can be read and followed, and which files aren't served.
struct FolderExamination {
    /// The number of files of a kind that are named.
    private static let namedFiles = 5
    private static let partSize = 256

    private(set) var findings: [Finding] = []
    /// The folder with links resolved; `nil` if it can't be read.
    private(set) var root: FilePath?
    /// The photo with the latest time.
    private(set) var newest: (path: FolderPath, date: Date)?

    private let configuration: PhotoServerConfiguration
    private let facts: SystemFacts
    private var folderCount = 0
    private var photoCount = 0
    /// The photos by their sizes, among which are those with the same content.
    private var photosBySize: [Int64: [FolderPath]] = [:]
    private var leftOut: [LeftOutKind: LeftOutFiles.Kind] = [:]
    /// The paths that the document names and that lead to photos.
    private var describedPhotos: Set<FolderPath> = []

    private enum LeftOutKind: CaseIterable {
        case unreadable
        case incomplete
        case empty
        case notAnImage
        case duplicate
    }

    init(_ configuration: PhotoServerConfiguration, facts: SystemFacts) {
        (self.configuration, self.facts) = (configuration, facts)
    }

    /// Reads the folder; blocks.
    mutating func run() {
        let path = configuration.folder
        guard let root = FilePath(path).resolved() else { return add(.unreadable(path, FileError.last())) }
        let texts = readDocument(in: root)
        do throws(FileError) {
            try walk(root, texts)
        } catch {
            return add(.unreadable(path, error))
        }
        self.root = root
        addDuplicates(in: root)
        addLeftOutFiles()
        addEntriesWithoutPhotos(texts)
        if photoCount == 0 {
            findings += IndexNotice.lines([.noPhotos]).map { Finding(.warning, .folder, $0) }
        }
        addWatching(of: root)
        findings += DiskSpace(of: root)?.findingsOfFolder(path) ?? []
    }

    private mutating func add(_ error: PhotoFolderError) {
        findings.append(Finding(.error, .folder, error.description))
    }

    // MARK: The document

    private mutating func readDocument(in root: FilePath) -> FolderTexts {
        do throws(PhotoFolderError) {
            let (texts, ignored) = try DocumentFile.read(in: root)
            findings += IndexNotice.lines(ignored).map { Finding(.warning, .document, $0) }
            return texts
        } catch {
            findings.append(Finding(.error, .document, error.description))
            return FolderTexts()
        }
    }

    private mutating func addEntriesWithoutPhotos(_ texts: FolderTexts) {
        for entry in texts.document.entries {
            let path = FolderPath(entry.file)
            let paths = [path] + (texts.target(of: path).map { [$0] } ?? [])
            guard describedPhotos.isDisjoint(with: paths) else { continue }
            let notice = IndexNotice.missing(file: entry.file, document: texts.document.name, line: entry.line)
            findings += IndexNotice.lines([notice]).map { Finding(.warning, .document, $0) }
        }
    }

    // MARK: Files

    private mutating func walk(_ root: FilePath, _ texts: FolderTexts) throws(FileError) {
        var folders = 0
        let walk = FolderWalk(in: root) { _ in folders += 1 }
        while let files = try walk.next(limit: Self.partSize) {
            for file in files where !DocumentFile.paths.contains(file.path) { look(at: file, in: root, texts) }
        }
        folderCount = folders
        for item in walk.unreadable {
            leaveOut(.unreadable, .unreadable(item.path, reason: item.error.description))
        }
    }

    private mutating func look(at file: FolderFile, in root: FilePath, _ texts: FolderTexts) {
        guard file.stamp.size > 0 else { return leaveOut(.empty, .empty(file.path)) }
        do throws(FileError) {
            let content = try OpenFile(path: file.path.location(in: root))
            guard let head = try content.bytes(at: 0, count: min(64, content.count)),
                let format = ImageFormat(of: Data(head)), PhotoFacts.formats.contains(format)
            else { return leaveOut(.notAnImage, .notAnImage(file.path)) }
            guard try format.hasEnd(in: content) else { return leaveOut(.incomplete, .incomplete(file.path)) }
        } catch {
            return leaveOut(.unreadable, .unreadable(file.path, reason: error.description))
        }
        photoCount += 1
        photosBySize[file.stamp.size, default: []].append(file.path)
        if texts.position(of: file.path) != nil { describedPhotos.insert(file.path) }
        if newest.map({ $0.date < file.stamp.modificationDate }) ?? true {
            newest = (file.path, file.stamp.modificationDate)
        }
    }

    private mutating func addDuplicates(in root: FilePath) {
        for paths in photosBySize.values where paths.count > 1 {
            var firsts: [ContentDigest: FolderPath] = [:]
            for path in paths.sorted() {
                do throws(FileError) {
                    let digest = try ContentDigest(of: try OpenFile(path: path.location(in: root)))
                    if let first = firsts[digest] {
                        leaveOut(.duplicate, .duplicate(path, of: first))
                    } else {
                        firsts[digest] = path
                    }
                } catch {
                    leaveOut(.unreadable, .unreadable(path, reason: error.description))
                }
            }
        }
    }

    private mutating func leaveOut(_ kind: LeftOutKind, _ notice: IndexNotice) {
        leftOut[kind, default: LeftOutFiles.Kind()].count += 1
        if leftOut[kind, default: LeftOutFiles.Kind()].first.count < Self.namedFiles {
            leftOut[kind, default: LeftOutFiles.Kind()].first.append(notice)
        }
    }

    private mutating func addLeftOutFiles() {
        for kind in LeftOutKind.allCases {
            guard let files = leftOut[kind] else { continue }
            let (severity, remedy): (Finding.Severity, String) =
                switch kind {
                case .unreadable: (.warning, "make it readable to the server's user")
                case .incomplete, .empty: (.warning, "copy them again")
                case .notAnImage, .duplicate: (.note, "nothing to do unless you miss one")
                }
            findings += IndexNotice.lines(files.first, count: files.count).map { line in
                Finding(severity, .folder, "\(line); \(remedy)")
            }
        }
    }

    // MARK: Changes

    private mutating func addWatching(of root: FilePath) {
        let isReadThrough = configuration.rescanInterval != nil
        if let kind = MountTable(facts.mounts).kind(of: root), MountTable.isShared(kind), !isReadThrough {
            findings.append(
                Finding(
                    .warning, .folder,
                    "the folder is on a file system (\(PlainText.line(kind))) that doesn't report what other machines change; use --rescan 5m"
                ))
        }
        guard let maximum = facts.maximumWatches, folderCount > maximum, !isReadThrough else { return }
        findings.append(
            Finding(
                .warning, .folder,
                "the folder has \(folderCount) folders, and the system watches only \(maximum); use --rescan 5m, or raise fs.inotify.max_user_watches with sysctl"
            ))
    }
}
