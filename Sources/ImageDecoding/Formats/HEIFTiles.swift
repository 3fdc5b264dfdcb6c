import CImageDecoding
import Foundation
import ImageFormats

/// Decodes a large AVIF or HEIC tile by tile, so that only one row of tiles is in memory.
enum HEIFTiles {
    /// - Parameter fit: How the image, as stored and not turned, fits the requested size.
    /// - Returns: The visible part at its target size, not turned.
    static func decode(
        _ data: Data, _ tiles: ISOTiles, _ fit: PictureFit, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        var scaling = PictureScaling(fit, from: fit.stored)
        guard let scaler = picture_scaler_new(&scaling, PICTURE_FOUR_VALUES, pixels.memory) else { throw .noMemory }
        defer { picture_scaler_free(scaler) }
        let width = tiles.size.width * tiles.columns
        let row = try PicturePixels(PixelSize(width: width, height: tiles.size.height))
        let tile = try PicturePixels(tiles.size)
        // The caller's data can't be changed.
        var copy = Data(data)
        for number in 0..<tiles.rows {
            for column in 0..<tiles.columns {
                tiles.show(column: column, row: number, in: &copy)
                let whole = PictureFit(tiles.size, .topLeft, scaledTo: tiles.size)
                try HEIFDecoder.decode(copy, hasAlpha: false, whole, into: tile, until: deadline)
                for y in 0..<tiles.size.height {
                    let target = row.memory + (y * width + column * tiles.size.width) * 4
                    target.update(from: tile.memory + y * tiles.size.width * 4, count: tiles.size.width * 4)
                }
            }
            let first = number * tiles.size.height
            for y in 0..<max(0, min(tiles.size.height, fit.stored.height - first)) {
                picture_scaler_push(scaler, row.memory + y * width * 4)
            }
        }
        return pixels
    }
}
