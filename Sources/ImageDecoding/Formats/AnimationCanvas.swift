import Foundation
import ImageFormats

/// The canvas of an animation, in memory it doesn't own: blue, green and red multiplied by alpha, then alpha.
struct AnimationCanvas {
    private let pixels: UnsafeMutablePointer<UInt32>
    private let size: PixelSize

    /// Returns `nil` if the memory is too small for the canvas or isn't aligned.
    init?(_ memory: UnsafeMutableRawBufferPointer, _ size: PixelSize) {
        guard let address = memory.baseAddress, memory.count >= size.pixelCount * 4,
            Int(bitPattern: address) % MemoryLayout<UInt32>.alignment == 0
        else { return nil }
        pixels = address.bindMemory(to: UInt32.self, capacity: size.pixelCount)
        self.size = size
    }

    /// Returns the part of a frame's place that is on the canvas.
    func place(x: Int, y: Int, _ frame: PixelSize) -> (columns: Range<Int>, rows: Range<Int>) {
        ((x..<x + frame.width).clamped(to: 0..<size.width), (y..<y + frame.height).clamped(to: 0..<size.height))
    }

    func place(of frame: AnimationFrame) -> (columns: Range<Int>, rows: Range<Int>) {
        switch frame.pixels {
        case .gif(let frame): place(x: frame.x, y: frame.y, frame.size)
        case .webP(let frame): place(x: frame.x, y: frame.y, frame.size)
        }
    }

    /// Returns the pixels of a row, starting at a column.
    func row(_ y: Int, from x: Int = 0) -> UnsafeMutablePointer<UInt32> { pixels + y * size.width + x }

    /// Makes a place on the canvas transparent.
    func clear(_ place: (columns: Range<Int>, rows: Range<Int>)) {
        for y in place.rows {
            row(y, from: place.columns.lowerBound).update(repeating: 0, count: place.columns.count)
        }
    }

    /// Returns a copy of the pixels.
    /// - Throws: ``PictureError/noMemory``.
    func copy() throws(PictureError) -> Data {
        guard let memory = malloc(size.pixelCount * 4) else { throw .noMemory }
        memcpy(memory, pixels, size.pixelCount * 4)
        return Data(bytesNoCopy: memory, count: size.pixelCount * 4, deallocator: .free)
    }

    /// Replaces all pixels with those of a copy.
    func restore(_ copy: Data) {
        copy.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress, bytes.count == size.pixelCount * 4 else { return }
            memcpy(pixels, source, bytes.count)
        }
    }
}
