/// The tiles of a large AVIF or HEIC. They are decoded one by one, because libheif uses several times the memory of the
/// whole image.
///
/// Phones write photos as grids of 512 × 512 pixel tiles.
package struct ISOTiles: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    package let size: PixelSize
    /// The id of each tile, row by row.
    private let tiles: [Int]

    /// Returns `nil` if the image isn't a plain grid, that is, if it is cropped or has alpha.
    init?(_ items: ISOItems, _ reader: ByteReader, of image: ImageHeader) throws(ImageFormatError) {
        guard let grid = items.items[items.primary], grid.kind == ISOItems.grid, !image.hasAlpha,
            grid.extents.count == 1, !grid.properties.contains(where: { $0.name == ISOProperty.crop })
        else { return nil }
        let start = grid.extents[0].lowerBound
        let length = try reader.requireByte(at: start + 1) & 1 == 1 ? 4 : 2
        rows = try reader.requireByte(at: start + 2) + 1
        columns = try reader.requireByte(at: start + 3) + 1
        let output = try reader.requireSize(length, at: start + 4, .bigEndian)
        let tiles = items.sources(of: items.primary)
        guard output == image.size, tiles.count == rows * columns else { return nil }
        var size: PixelSize?
        for id in tiles {
            guard let item = items.items[id], item.kind == "hvc1" || item.kind == "av01",
                let tileSize = try Self.size(of: item, reader), tileSize == size ?? tileSize
            else { return nil }
            // A tile's own crop would apply within the grid.
            guard !item.properties.contains(where: { $0.name == ISOProperty.crop }) else { return nil }
            size = tileSize
        }
        guard let size, size.width > 0, size.height > 0, size.width * columns >= output.width,
            size.height * rows >= output.height
        else { return nil }
        self.size = size
        self.tiles = tiles
    }

    /// Returns the size from an item's properties, or `nil` if there isn't one.
    private static func size(
        of item: ISOItems.Item, _ reader: ByteReader
    ) throws(ImageFormatError) -> PixelSize? {
        guard let start = item.properties.first(where: { $0.name == ISOProperty.size })?.content.lowerBound else {
            return nil
        }
        return try reader.requireSize(4, at: start + 4, .bigEndian)
    }

    package func item(column: Int, row: Int) -> Int { tiles[row * columns + column] }
}
