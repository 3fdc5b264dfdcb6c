extension ImageMetadata {
    /// Joins what several blocks say. The first text that is a caption counts, and so does the first place that has a name.
    init(exif: EXIFBlock?, texts: [ImageTexts?]) {
        self.init(
            caption: ([exif?.imageDescription] + texts.map { $0?.caption }).lazy.compactMap(Caption.cleaned).first,
            captureTime: exif?.captureTime,
            location: texts.lazy.compactMap { $0?.location }.first ?? exif?.coordinates?.text)
    }
}
