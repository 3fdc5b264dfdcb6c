/// Checks whether the end of an ISO base media file is there.
package enum ISOEnd {
    /// Returns whether the last box ends where the data does, and one of the boxes holds the coded image.
    static func isLast(_ reader: ByteReader) -> Bool {
        var boxes = ISOBoxes(reader)
        var hasImage = false
        while let box = boxes.next() { hasImage = hasImage || box.name == ISOBoxes.mediaData }
        return boxes.position == reader.count && hasImage
    }

    /// Returns whether all data of all items is there, whatever follows it.
    ///
    /// A file without items, such as some sequences of images, counts as cut short.
    package static func isPresent(_ reader: ByteReader) -> Bool {
        do throws(ImageFormatError) {
            let items = try ISOItems(reader)
            return items.items[items.primary] != nil
        } catch {
            return false
        }
    }
}
