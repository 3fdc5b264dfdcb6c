struct FileToRead: Hashable, Sendable {
    let path: FolderPath
    /// Distinguishes this request from a later one, made after the file changed again.
    let ticket: FileTicket
    /// The files that describe the file, in the order of reading.
    var sidecars: [FolderPath] = []
}

/// The state of a photo's sizes. The catalog stores the numbers.
enum PhotoSizing: Int {
    case toBeMade = 0
    /// All sizes have been made (they may have been deleted since), or the photo needs none.
    case done = 1
    case failed = 2

    init(_ facts: PhotoFacts) {
        self = PhotoSizes(facts.size, facts.animation).made.isEmpty ? .done : .toBeMade
    }
}

struct FileTicket: Hashable, Sendable {
    let file: Int64
    let revision: Int64
}
