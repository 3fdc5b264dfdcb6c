struct FileReading: Sendable {
    enum Outcome: Sendable {
        case photo(PhotoFacts, FileStamp)
        case notAnImage(FileStamp)
        case incomplete(FileStamp)
        case unreadable(reason: String)
        /// The file changed or disappeared during the read. The change will be reported separately.
        case changed
    }

    let ticket: FileTicket
    let path: FolderPath
    var outcome: Outcome
    /// The files beside the photo that weren't read.
    var refused: [FolderNotice] = []
}
