import EssentialFeedGTK
import EssentialFeedServer

/// The files of the user's folder that can't be shown.
nonisolated struct LeftOutPhotos: Equatable {
    struct File: Equatable {
        /// The path below the folder, on one line.
        let path: String
        let reason: ScreenStrings
    }

    /// The first files for each reason.
    let files: [File]
    /// The total number of files.
    let count: Int
}

nonisolated extension LeftOutPhotos {
    init(_ leftOut: LeftOutFiles) {
        files = leftOut.files.map { File(path: $0.path, reason: $0.reason.text) }
        count = leftOut.count
    }
}
