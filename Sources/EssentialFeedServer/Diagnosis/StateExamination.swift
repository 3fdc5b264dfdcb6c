import EssentialFeed
import Foundation
import GRDB
import SystemPackage

/// A look at a server's state folder, its catalog and its tokens.
struct StateExamination {
    private(set) var findings: [Finding] = []
    /// Whether a server has the catalog open.
    private(set) var isInUse = false

    private let folder: URL?
    private let root: FilePath?

    /// - Parameters:
    ///   - folder: The state folder; `nil` if none is set.
    ///   - root: The photo folder with links resolved; `nil` if it can't be read.
    init(_ folder: URL?, root: FilePath?) {
        (self.folder, self.root) = (folder, root)
    }

    /// Reads the state; blocks.
    mutating func run() {
        guard let folder else {
            return add(
                .warning, .state, "no folder for the state is set, so nothing is saved; use --state, or set HOME")
        }
        let path = FilePath(folder.resolvingSymlinksInPath().path(percentEncoded: false))
        let shown = PlainText.line(folder.path(percentEncoded: false))
        if let root, path.starts(with: root) {
            add(
                .error, .state,
                "the state folder \(shown) is inside the photo folder, so the index isn't saved; choose another with --state"
            )
        }
        guard let existing = nearest(path) else { return }
        guard Self.status(of: existing)?.type == .directory else {
            return add(
                .error, .state, "\(PlainText.line(existing.string)) is no folder; choose another with --state")
        }
        let disk = DiskSpace(of: existing)?.findingsOfState(shown) ?? []
        findings += disk
        // swift-system has no `faccessat`.
        if disk.allSatisfy({ $0.severity != .error }),
            faccessat(AT_FDCWD, existing.string, W_OK | X_OK, AT_EACCESS) != 0
        {
            add(
                .error, .state,
                "the state folder \(shown) can't be written by this user; change its owner, or choose another with --state"
            )
        }
        guard existing == path else { return }
        lookAtTokens(in: folder)
        if let root { lookAtCatalog(CatalogFile(in: folder, root: root)) }
    }

    private mutating func add(_ severity: Finding.Severity, _ subject: Finding.Subject, _ message: String) {
        findings.append(Finding(severity, subject, message))
    }

    /// Returns the path, or the nearest one above that exists.
    private func nearest(_ path: FilePath) -> FilePath? {
        var path = path
        while Self.status(of: path) == nil {
            guard path.removeLastComponent() else { return nil }
        }
        return path
    }

    // MARK: Tokens

    private mutating func lookAtTokens(in folder: URL) {
        do throws(AccessError) {
            _ = try TokenFile(in: folder).tokens()
        } catch {
            add(.error, .tokens, error.description)
        }
        addIfOthersRead(folder.appending(path: TokenFile.name), .tokens)
    }

    private mutating func addIfOthersRead(_ file: URL, _ subject: Finding.Subject) {
        let path = file.path(percentEncoded: false)
        let others: FilePermissions = [.groupReadWriteExecute, .otherReadWriteExecute]
        guard let status = Self.status(of: FilePath(path)), !status.permissions.isDisjoint(with: others) else { return }
        let shown = PlainText.line(path)
        add(.error, subject, "other users of this machine may read \(shown); give it mode 600 with chmod")
    }

    // MARK: The catalog

    private mutating func lookAtCatalog(_ file: CatalogFile) {
        guard Self.status(of: FilePath(file.database)) != nil else { return }
        addIfOthersRead(URL(filePath: file.database), .state)
        isInUse = FileLockProbe.isHeld(file.lock)
        if isInUse {
            add(.note, .state, "a server uses this state, which is fine; end it before essential-feed restore")
        }
        let shown = PlainText.line(file.database)
        do {
            let check = try isInUse ? CatalogCheck(beside: file.database) : CatalogCheck(file.database)
            guard check.isWhole else { return addDamage(shown) }
            findings += IndexNotice.lines(check.undecodable.first, count: check.undecodable.count).map { line in
                Finding(.warning, .folder, "\(line); copy it again, or export it anew")
            }
        } catch CatalogError.newerVersion {
            add(.error, .state, "a newer version of this program wrote \(shown); use that version")
        } catch let error as DatabaseError where error.isDamage {
            addDamage(shown)
        } catch {
            let reason = (error as? DatabaseError)?.message ?? "\(error)"
            add(.error, .state, "cannot read \(shown): \(PlainText.line(reason)); make it readable to this user")
        }
    }

    private mutating func addDamage(_ shown: String) {
        add(
            .error, .state,
            "\(shown) is damaged; restore a backup with essential-feed restore, or delete it to have it made anew")
    }

    /// Returns what is at the path, or where a link there leads; `nil` if there is nothing.
    private static func status(of path: FilePath) -> Stat? {
        do throws(Errno) {
            return try path.stat()
        } catch {
            return nil
        }
    }
}
