import CImageDecoding
import Foundation
import ImageFormats

/// Decodes AVIF and HEIC with libheif, which also crops and turns them.
enum HEIFDecoder {
    /// - Parameter fit: The fit of the upright image.
    /// - Returns: The visible part at its target size, upright.
    static func decode(
        _ data: Data, _ image: ImageHeader, _ fit: PictureFit, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        try decode(excerpt(of: data), image, fit, into: pixels, until: deadline)
        return pixels
    }

    private static func excerpt(of data: Data) throws(PictureError) -> ISOExcerpt {
        do throws(ImageFormatError) {
            return try ISOExcerpt(of: data)
        } catch {
            throw PictureError(error)
        }
    }

    private static func decode(
        _ excerpt: ISOExcerpt, _ image: ImageHeader, _ fit: PictureFit, into pixels: borrowing PicturePixels,
        until deadline: PictureDeadline
    ) throws(PictureError) {
        try deadline.check()
        var heif = PictureHEIF()
        heif.scaling = PictureScaling(fit, from: fit.stored)
        heif.has_alpha = image.hasAlpha ? 1 : 0
        // libheif draws a grey HEVC image with chroma.
        heif.is_grey = image.isGrey && image.format == .avif ? 1 : 0
        let matrix = excerpt.matrix
        heif.matrix = Int32(matrix?.number ?? -1)
        heif.has_video_range = matrix?.isVideo == true ? 1 : 0
        heif.deadline = deadline.time
        heif.target = pixels.memory
        let isWhole = excerpt.data.withUnsafeBytes { bytes in
            picture_decode_heif(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &heif) != 0
        }
        guard isWhole else { throw PictureError(heif.failure) }
    }
}

extension HEIFDecoder {
    /// Decodes a large AVIF or HEIC tile by tile, so only one row of tiles is in memory.
    /// - Parameter fit: How the image, as stored and not turned, fits the requested size.
    /// - Returns: The visible part at its target size, not turned.
    static func decode(
        _ data: Data, _ image: ImageHeader, _ tiles: ISOTiles, _ fit: PictureFit, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        var scaling = PictureScaling(fit, from: fit.stored)
        guard let scaler = picture_scaler_new(&scaling, PICTURE_FOUR_VALUES, pixels.memory) else { throw .noMemory }
        defer { picture_scaler_free(scaler) }
        let width = tiles.size.width * tiles.columns
        let row = try PicturePixels(PixelSize(width: width, height: tiles.size.height))
        let tile = try PicturePixels(tiles.size)
        var excerpt = try excerpt(of: data)
        for number in 0..<tiles.rows {
            for column in 0..<tiles.columns {
                do throws(ImageFormatError) {
                    try excerpt.show(tiles.item(column: column, row: number))
                } catch {
                    throw PictureError(error)
                }
                let whole = PictureFit(tiles.size, .topLeft, scaledTo: tiles.size)
                try decode(excerpt, image, whole, into: tile, until: deadline)
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
