import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// An administrator's file under attack by another user.
final class Victim: Sendable {
    private static let content = Data("the administrator's".utf8)
    /// The other user: only an administrator can give files away; anybody else's belong to themselves.
    static let other = geteuid() == 0 ? 65_534 : geteuid()

    private let folder = TemporaryFolder()
    private let before: [String]
    let url: URL
    var missing: URL { folder.url.appending(path: "missing") }

    init() throws {
        url = folder.url.appending(path: "secret")
        try Self.content.write(to: url)
        #expect(chmod(url.path, 0o600) == 0)
        before = try Self.attributes(of: url)
    }

    /// Gives a folder to the other user, and creates it when needed.
    func giveFolder(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // An administrator who can't override permissions couldn't clean up without this.
        #expect(chmod(folder.path, 0o777) == 0)
        #expect(chown(folder.path, Self.other, gid_t(Self.other)) == 0)
    }

    func expectUntouched(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try Self.attributes(of: url) == before, sourceLocation: sourceLocation)
        #expect(try Data(contentsOf: url) == Self.content, sourceLocation: sourceLocation)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secret"],
            sourceLocation: sourceLocation)
    }

    private static func attributes(of url: URL) throws -> [String] {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        let keys: [FileAttributeKey] = [.ownerAccountID, .groupOwnerAccountID, .posixPermissions, .systemFileNumber]
        return keys.map { "\(attributes[$0] ?? "")" }
    }
}

/// An administrator's state folder, linked to by another user.
final class AdministratorsFolder: Sendable {
    private let folder = TemporaryFolder()
    private let before: [String: Data]
    private var url: URL { folder.url.appending(path: "state") }

    init() throws {
        let url = folder.url.appending(path: "state")
        _ = try TokenFile(in: url).invite(Invited("root"), at: Date())
        #expect(chmod(url.path, 0o755) == 0)
        before = try Self.contents(folder.url)
    }

    /// Makes a link to the folder, or to its parent, as the other user.
    func plantLink(at link: URL, toParent: Bool = false) throws {
        let destination = toParent ? folder.url : url
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: destination)
        #expect(lchown(link.path, Victim.other, gid_t(Victim.other)) == 0)
    }

    func expectUntouched(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try Self.contents(folder.url) == before, sourceLocation: sourceLocation)
    }

    /// Returns the contents of the files by their path and inode.
    private static func contents(_ folder: URL) throws -> [String: Data] {
        var result: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appending(path: path).path
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            let key = "\(path) \(attributes[.systemFileNumber] ?? "") \(attributes[.ownerAccountID] ?? "")"
            result[key] = FileManager.default.contents(atPath: file) ?? Data()
        }
        return result
    }
}

/// An item planted in a folder by the other user.
enum PlantedFile: CaseIterable {
    case link, danglingLink, hardLink, pipe

    func plant(at url: URL, for victim: Victim) throws {
        let manager = FileManager.default
        switch self {
        case .link: try manager.createSymbolicLink(at: url, withDestinationURL: victim.url)
        case .danglingLink: try manager.createSymbolicLink(at: url, withDestinationURL: victim.missing)
        case .hardLink: try manager.linkItem(at: victim.url, to: url)
        case .pipe:
            #expect(mkfifo(url.path, 0o600) == 0)
            #expect(chown(url.path, Victim.other, gid_t(Victim.other)) == 0)
        }
    }
}

extension ServerState {
    /// The names of files opened by commands, with “#” in place of the photo folder's part.
    static let names = [
        "folder-#.sqlite", "folder-#.sqlite-wal", "folder-#.sqlite-shm", "friends-#.sqlite", "friends-#.sqlite.lock",
        "friends-#.sqlite-wal", "friends-#.sqlite-shm", "posts-#", "tokens.json", "tokens.json.lock", "server.json",
    ]

    /// Gives everything to the other user, who then plants a file.
    func plant(_ planted: PlantedFile, at name: String, for victim: Victim) throws {
        let folder = CatalogFile.name(of: root).dropFirst("folder-".count).prefix { $0 != "." }
        let file = url.appending(path: name.replacing("#", with: folder))
        unlink(file.path)
        try victim.giveFolder(url)
        for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            #expect(lchown(url.appending(path: path).path, Victim.other, gid_t(Victim.other)) == 0)
        }
        try planted.plant(at: file, for: victim)
    }
}
