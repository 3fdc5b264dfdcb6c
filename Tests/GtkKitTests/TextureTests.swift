import CAdwaita
import GtkKit
import Testing

/// Textures from pixels. No display is needed, and no main thread.
@Suite struct TextureTests {
    private final class Pixels {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
        private let onEnd: () -> Void

        init(_ bytes: [UInt8], onEnd: @escaping () -> Void) {
            memory.copyBytes(from: bytes)
            self.onEnd = onEnd
        }

        deinit {
            memory.deallocate()
            onEnd()
        }
    }

    /// - Returns: Blue, green, red and alpha of each pixel.
    private func download(_ texture: Texture) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: texture.width * texture.height * 4)
        gdk_texture_download(texture.pointer, &bytes, gsize(texture.width * 4))
        return bytes
    }

    @Test func `A texture shows the pixels that it is made from, opaque or not, and keeps their owner alive`() {
        var endCount = 0
        do {
            let opaque = Pixels([1, 2, 3, 4, 5, 6, 0, 0]) { endCount += 1 }
            let pixels = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(opaque.memory)[..<6])
            let texture = Texture(size: (2, 1), isOpaque: true, pixels: pixels, owner: opaque)
            #expect(texture.bytes == 6)
            #expect(download(texture) == [3, 2, 1, 255, 6, 5, 4, 255])
        }
        #expect(endCount == 1)
        do {
            let transparent = Pixels([1, 2, 3, 4, 5, 6, 7, 8]) { endCount += 1 }
            let pixels = UnsafeRawBufferPointer(transparent.memory)
            let texture = Texture(size: (1, 2), isOpaque: false, pixels: pixels, owner: transparent)
            #expect(texture.bytes == 8)
            #expect(download(texture) == [1, 2, 3, 4, 5, 6, 7, 8])
        }
        #expect(endCount == 2)
    }
}
