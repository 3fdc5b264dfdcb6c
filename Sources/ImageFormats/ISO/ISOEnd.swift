/// Checks whether the end of an ISO base media file is there.
enum ISOEnd {
    /// Returns whether the last box ends where the data does, and one of the boxes holds the coded image.
    static func isPresent(_ reader: ByteReader) -> Bool {
        var boxes = ISOBoxes(reader)
        var hasImage = false
        while let name = boxes.next() { hasImage = hasImage || name == ISOBoxes.mediaData }
        return boxes.position == reader.count && hasImage
    }
}
