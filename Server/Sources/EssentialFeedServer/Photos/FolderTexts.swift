struct FolderTexts: Sendable {
    let document: FeedDocument
    private var positions: [FolderPath: Int] = [:]
    /// The positions by path in any Unicode form, which equal texts don't distinguish.
    private var canonicalPositions: [String: Int] = [:]
    private var targets: [FolderPath: FolderPath] = [:]

    /// - Parameter target: Returns the target of a symbolic link to a file inside the folder, or `nil` for any other path.
    init(_ document: FeedDocument = FeedDocument(), target: (FolderPath) -> FolderPath? = { _ in nil }) {
        self.document = document
        for (position, entry) in document.entries.enumerated() {
            let path = FolderPath(entry.file)
            positions[path] = min(position, positions[path] ?? position)
            canonicalPositions[entry.file] = min(position, canonicalPositions[entry.file] ?? position)
            if let target = target(path) {
                targets[path] = target
                positions[target] = min(position, positions[target] ?? position)
            }
        }
        if let path = document.cover.map({ FolderPath($0.file) }), let target = target(path) { targets[path] = target }
    }

    /// The paths of all entries and the targets of their links.
    var paths: some Collection<FolderPath> { positions.keys }

    /// Returns the position of a file's first entry, or `nil` if no entry describes the file. An entry with the same name in
    /// another Unicode form describes it, too, as file systems and editors change the form.
    func position(of path: FolderPath) -> Int? {
        positions[path] ?? path.text.flatMap { canonicalPositions[$0] }
    }

    /// Returns whether an entry's file may have a name in another Unicode form.
    var mayDifferInForm: Bool { positions.keys.contains { !$0.isASCII } }

    func target(of path: FolderPath) -> FolderPath? {
        targets[path]
    }
}
