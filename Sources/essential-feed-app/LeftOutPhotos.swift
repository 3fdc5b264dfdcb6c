import EssentialFeedServer

/// The files of the user's folder that can't be shown.
nonisolated struct LeftOutPhotos: Equatable {
    /// The first files for each reason.
    let files: [LeftOutFiles.File]
    let count: Int
}

nonisolated extension LeftOutPhotos {
    init(_ leftOut: LeftOutFiles) { (files, count) = (leftOut.files, leftOut.count) }
}
