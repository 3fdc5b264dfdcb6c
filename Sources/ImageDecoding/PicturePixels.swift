import CGdkPixbuf
import CImageDecoding
import Foundation
import ImageFormats

/// The pixels of a picture during decoding: blue, green and red multiplied by alpha, then alpha, one byte each without
/// gaps.
struct PicturePixels: ~Copyable {
    private(set) var memory: UnsafeMutablePointer<UInt8>
    private(set) var size: PixelSize

    init(_ size: PixelSize) throws(PictureError) {
        guard let memory = g_try_malloc(gsize(size.pixelCount * 4)) else { throw .noMemory }
        self.memory = memory.assumingMemoryBound(to: UInt8.self)
        self.size = size
    }

    deinit { g_free(memory) }

    /// Converts the colours from an ICC profile to sRGB. RGB without a profile is treated as sRGB.
    mutating func convert(_ colours: PictureColours, isOpaque: Bool, profile: Data?) {
        guard profile != nil || colours == PICTURE_CMYK else { return }
        (profile ?? Data()).withUnsafeBytes { bytes in
            picture_colours_to_srgb(
                memory, gsize(size.pixelCount), colours, isOpaque ? 1 : 0,
                bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count))
        }
    }

    /// Maps the tones of an image that is made for HDR screens to those of others.
    mutating func mapTones(_ colours: ColourDescription) {
        picture_map_tones(memory, gsize(size.pixelCount), colours.places, colours.pictureTransfer.0)
    }

    /// Turns and mirrors the pixels of a stored image to make it upright.
    mutating func turn(_ orientation: ImageOrientation) throws(PictureError) {
        guard orientation != .topLeft else { return }
        var turned = try PicturePixels(orientation.turned(size))
        memory.withMemoryRebound(to: UInt32.self, capacity: size.pixelCount) { source in
            turned.memory.withMemoryRebound(to: UInt32.self, capacity: size.pixelCount) { target in
                picture_turn(source, Int32(size.width), Int32(size.height), Int32(orientation.rawValue), target)
            }
        }
        swap(&self, &turned)
    }

    mutating func putOnWhite() { picture_put_on_white(memory, gsize(size.pixelCount)) }

    /// Returns the pixels scaled down, to a size that exceeds theirs in neither direction.
    func scaled(to smaller: PixelSize) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(smaller)
        var scaling = PictureScaling(PictureFit(size, .topLeft, scaledTo: smaller), from: size)
        guard let scaler = picture_scaler_new(&scaling, PICTURE_FOUR_VALUES, pixels.memory) else { throw .noMemory }
        defer { picture_scaler_free(scaler) }
        for row in 0..<size.height { picture_scaler_push(scaler, memory + row * size.width * 4) }
        return pixels
    }

    /// The placeholder. The pixels must be opaque and at most 100 × 100.
    var thumbHash: ThumbHash {
        let bytes = UnsafeBufferPointer(start: memory, count: size.pixelCount * 4)
        let colours = stride(from: 0, to: bytes.count, by: 4).flatMap { (pixel: Int) -> [UInt8] in
            [bytes[pixel + 2], bytes[pixel + 1], bytes[pixel], 255]
        }
        return ThumbHash(of: colours, size: size)
    }

    /// Transfers the memory to a picture. Opaque pixels are stored without alpha, which uses less memory and draws
    /// faster.
    consuming func picture(_ layout: PixelLayout) -> Picture {
        var bytes = UnsafeMutableRawPointer(memory)
        if layout == .rgb {
            picture_pack_rgb(memory, gsize(size.pixelCount), memory)
            bytes = g_realloc(bytes, gsize(size.pixelCount * layout.bytesPerPixel))
        }
        let picture = Picture(bytes, size: size, layout: layout)
        discard self
        return picture
    }

    /// Writes the pixels to memory. Returns `false` if the memory is too small.
    func write(_ layout: PixelLayout, to memory: UnsafeMutableRawBufferPointer) -> Bool {
        guard memory.count >= size.pixelCount * layout.bytesPerPixel, let target = memory.baseAddress else {
            return false
        }
        switch layout {
        case .rgb:
            picture_pack_rgb(self.memory, gsize(size.pixelCount), target.assumingMemoryBound(to: UInt8.self))
        case .premultipliedBGRA: target.copyMemory(from: self.memory, byteCount: size.pixelCount * 4)
        }
        return true
    }
}

extension PictureScaling {
    /// - Parameter source: The size of the whole image as the scaler receives it.
    init(_ fit: PictureFit, from source: PixelSize) {
        let across = Double(source.width) / Double(fit.stored.width)
        let down = Double(source.height) / Double(fit.stored.height)
        self.init(
            source_width: Int32(source.width), source_height: Int32(source.height), x: fit.x * across,
            y: fit.y * down, width: fit.width * across, height: fit.height * down,
            target_width: Int32(fit.target.width), target_height: Int32(fit.target.height))
    }
}
