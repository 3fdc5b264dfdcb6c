/// Checks whether the end of an ISO base media file is present.
package enum ISOEnd {
    /// Returns whether the last box ends at the end of the data and one of the boxes contains the coded image.
    static func isLast(_ reader: ByteReader) -> Bool {
        var boxes = ISOBoxes(reader)
        var hasImage = false
        while let box = boxes.next() { hasImage = hasImage || box.name == ISOBoxes.mediaData }
        return boxes.position == reader.count && hasImage
    }

    /// Returns whether the data of all items is present. Ignores any data after it.
    ///
    /// A file without items, such as some image sequences, counts as truncated.
    package static func isPresent(_ reader: ByteReader) -> Bool {
        do throws(ImageFormatError) {
            let items = try ISOItems(reader)
            return items.items[items.primary] != nil
        } catch {
            return false
        }
    }
}
