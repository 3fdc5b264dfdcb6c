extension ImageMetadata {
    /// Joins what several blocks say. The first text that is a caption counts.
    init(exif: EXIFBlock?, texts: [String?]) {
        self.init(
            caption: ([exif?.imageDescription] + texts).lazy.compactMap(Caption.cleaned).first,
            captureTime: exif?.captureTime)
    }
}
