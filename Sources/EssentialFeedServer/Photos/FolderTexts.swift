import EssentialFeed
import Foundation

/// What the folder's document says, by file.
struct FolderTexts: Sendable {
    let document: FeedDocument
    private var positions: [FolderPath: Int] = [:]
    private var targets: [FolderPath: FolderPath] = [:]

    /// - Parameter target: Returns the path of the file that a link inside the folder leads to, or `nil` if the path is no
    ///   such link.
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

    /// All paths that entries name or lead to.
    var paths: some Collection<FolderPath> { positions.keys }

    /// Returns the position of the first entry for a file, or `nil` if there is none.
    func position(of path: FolderPath) -> Int? {
        positions[path]
    }

    /// Returns the file that an entry's path leads to if it is a link.
    func target(of path: FolderPath) -> FolderPath? {
        targets[path]
    }
}
