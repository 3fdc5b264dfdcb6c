extension ImageMetadata {
    /// Combines several blocks. Uses the first valid caption and the first location with a name.
    init(exif: EXIFBlock?, texts: [ImageTexts?]) {
        self.init(
            caption: ([exif?.imageDescription] + texts.map { $0?.caption }).lazy.compactMap(Caption.cleaned).first,
            captureTime: exif?.captureTime,
            location: texts.lazy.compactMap { $0?.location }.first ?? exif?.coordinates?.text)
    }
}
