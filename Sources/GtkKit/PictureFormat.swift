import Foundation

/// The formats that are decoded, known by a picture's first bytes. What is none of them is not decoded.
public nonisolated enum PictureFormat: String, CaseIterable, Sendable {
    case jpeg, png, webp, gif, tiff, bmp

    /// - Throws: ``PictureError/unsupportedFormat`` where the bytes begin like none of them.
    init(of bytes: PictureBytes) throws(PictureError) {
        if bytes.has([0xFF, 0xD8, 0xFF], at: 0) {
            self = .jpeg
        } else if bytes.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
            self = .png
        } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
            self = .webp
        } else if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
            self = .gif
        } else if bytes.has([0x49, 0x49, 42, 0], at: 0) || bytes.has([0x4D, 0x4D, 0, 42], at: 0) {
            self = .tiff
        } else if bytes.has("BM", at: 0) {
            self = .bmp
        } else {
            throw .unsupportedFormat
        }
    }
}
