package import Foundation

/// The tiles of a large AVIF or HEIC. They are decoded one by one, because libheif uses several times the memory of the
/// whole image.
///
/// Phones write photos as grids of 512 × 512 pixel tiles. Changing a few bytes makes a tile a separate image: the tile
/// becomes the primary item and isn't hidden.
package struct ISOTiles: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    package let size: PixelSize
    private let primary: Range<Int>
    /// The id of each tile and the offset of its flags, row by row.
    private let tiles: [Tile]

    private struct Tile: Hashable {
        let id: Int
        let flags: Int
    }

    /// Returns `nil` if the image isn't a plain grid, that is, if it is cropped or has alpha.
    init?(_ items: ISOItems, _ reader: ByteReader, of image: ImageHeader) throws(ImageFormatError) {
        guard let grid = items.items[items.primary], grid.kind == "grid", !image.hasAlpha, grid.extents.count == 1,
            !grid.properties.contains(where: { $0.name == ISOProperty.crop }),
            let references = items.references.first(where: { $0.kind == ISOItems.derived && $0.from == items.primary })
        else { return nil }
        let start = grid.extents[0].lowerBound
        let length = try reader.requireByte(at: start + 1) & 1 == 1 ? 4 : 2
        rows = try reader.requireByte(at: start + 2) + 1
        columns = try reader.requireByte(at: start + 3) + 1
        let output = PixelSize(
            width: try reader.requireNumber(length, at: start + 4, .bigEndian),
            height: try reader.requireNumber(length, at: start + 4 + length, .bigEndian))
        guard output == image.size, references.to.count == rows * columns else { return nil }
        var size: PixelSize?
        var tiles: [Tile] = []
        for id in references.to {
            guard let item = items.items[id], item.kind == "hvc1" || item.kind == "av01",
                let tileSize = try Self.size(of: item, reader), tileSize == size ?? tileSize
            else { return nil }
            // A tile's own rotation or crop would apply within the grid.
            let turns = [ISOProperty.crop, ISOProperty.rotation, ISOProperty.mirror]
            guard !item.properties.contains(where: { turns.contains($0.name) }) else { return nil }
            size = tileSize
            tiles.append(Tile(id: id, flags: item.flagsPosition))
        }
        guard let size, size.width > 0, size.height > 0, size.width * columns >= output.width,
            size.height * rows >= output.height
        else { return nil }
        self.size = size
        self.tiles = tiles
        primary = items.primaryIDRange
    }

    /// Returns the size from an item's properties, or `nil` if there isn't one.
    private static func size(
        of item: ISOItems.Item, _ reader: ByteReader
    ) throws(ImageFormatError) -> PixelSize? {
        guard let start = item.properties.first(where: { $0.name == ISOProperty.size })?.content.lowerBound else {
            return nil
        }
        return PixelSize(
            width: try reader.requireNumber(4, at: start + 4, .bigEndian),
            height: try reader.requireNumber(4, at: start + 8, .bigEndian))
    }

    /// Makes a tile the primary item of the data, so that the decoder decodes only this tile.
    package func show(column: Int, row: Int, in data: inout Data) {
        let tile = tiles[row * columns + column]
        for (index, position) in primary.reversed().enumerated() {
            data[data.startIndex + position] = UInt8(truncatingIfNeeded: tile.id >> (index * 8))
        }
        data[data.startIndex + tile.flags] &= 0xFE
    }
}
