import EssentialFeed
import Foundation

/// The texts of the folder's document, by file.
struct FolderTexts: Sendable {
    let document: FeedDocument
    private var positions: [FolderPath: Int] = [:]
    private var targets: [FolderPath: FolderPath] = [:]

    /// - Parameter target: Returns the target of a link to a file inside the folder, or `nil` for any other path.
    init(_ document: FeedDocument = FeedDocument(), target: (FolderPath) -> FolderPath? = { _ in nil }) {
        self.document = document
        for (position, entry) in document.entries.enumerated() {
            let path = FolderPath(entry.file)
            positions[path] = min(position, positions[path] ?? position)
            if let target = target(path) {
                targets[path] = target
                positions[target] = min(position, positions[target] ?? position)
            }
        }
    }

    /// The paths of all entries and the targets of their links.
    var paths: some Collection<FolderPath> { positions.keys }

    /// Returns the position of a file's first entry, or `nil` if no entry describes the file.
    func position(of path: FolderPath) -> Int? {
        positions[path]
    }

    /// Returns the target of an entry's path if the path is a link.
    func target(of path: FolderPath) -> FolderPath? {
        targets[path]
    }
}
