extension ImageMetadata {
    /// Joins what several blocks say: the first text that is a caption.
    init(exif: EXIFBlock?, texts: [String?]) {
        self.init(
            caption: ([exif?.imageDescription] + texts).lazy.compactMap(Caption.cleaned).first,
            captureTime: exif?.captureTime)
    }
}
