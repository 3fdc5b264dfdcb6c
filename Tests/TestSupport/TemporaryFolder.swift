public import Foundation

/// A folder for one test, removed with its last reference.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() {
        url = FileManager.default.temporaryDirectory.appending(
            path: "essential-feed-test-\(UUID().uuidString)", directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            fatalError("a test has no folder at \(url.path): \(error)")
        }
    }

    public var path: String { url.path(percentEncoded: false) }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch CocoaError.fileNoSuchFile {
        } catch {
            fatalError("a test left \(url.path) behind: \(error)")
        }
    }
}
