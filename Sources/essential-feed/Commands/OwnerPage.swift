import EssentialFeed
import Foundation
import Synchronization

/// Opens the owner's link in the desktop's browser, through a page that only its owner can read: other users can read a
/// browser's arguments.
final class OwnerPage: Sendable {
    private let folder = Mutex<URL?>(nil)

    /// Does nothing without a desktop. A browser that doesn't open isn't an error: the link is printed, too.
    func open(_ link: String, in environment: ProgramEnvironment) {
        guard environment.streams.outputIsTerminal, Self.hasDesktop(environment.variables) else { return }
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Essential Feed</title>
            <meta http-equiv="refresh" content="0; url=\(Self.escaped(link))"></html>
            """
        do {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "essential-feed-\(UUID().uuidString)", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            self.folder.withLock { $0 = folder }
            let file = folder.appending(path: "owner.html")
            guard
                FileManager.default.createFile(
                    atPath: file.path, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
            else { return }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            // In a separate session, a browser started by this outlives Ctrl-C.
            process.arguments = ["setsid", "-f", "xdg-open", file.path]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        } catch {
            environment.report(error)
        }
    }

    func remove(in environment: ProgramEnvironment) {
        guard let folder = folder.withLock({ $0 }) else { return }
        do { try FileManager.default.removeItem(at: folder) } catch { environment.report(error) }
    }

    /// Over SSH, the display is another computer's, and an administrator's browser isn't the person's.
    private static func hasDesktop(_ variables: [String: String]) -> Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { variables[$0]?.isEmpty == false }
            && ["SSH_CONNECTION", "SUDO_USER"].allSatisfy { variables[$0] == nil }
    }

    private static func escaped(_ link: String) -> String {
        link.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    }
}
