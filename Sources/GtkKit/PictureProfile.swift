import CAdwaita
import Foundation

/// The ICC profile in a picture that is not a JPEG, where there is one.
nonisolated enum PictureProfile {
    static func find(in data: Data, _ format: PictureFormat, decodedTo pixbuf: OpaquePointer) -> Data? {
        // The loader of WebP does not say it.
        if format == .webp { return inWebP(data) }
        return gdk_pixbuf_get_option(pixbuf, "icc-profile").flatMap { Data(base64Encoded: String(cString: $0)) }
    }

    private static func inWebP(_ data: Data) -> Data? {
        let bytes = PictureBytes(data)
        guard bytes.has("VP8X", at: 12) else { return nil }
        var position = 12
        do throws(PictureError) {
            while !bytes.has("ICCP", at: position) {
                let length = try bytes.number(4, at: position + 4, .littleEndian)
                position += 8 + length + length % 2
            }
            let length = try bytes.number(4, at: position + 4, .littleEndian)
            return data.dropFirst(position + 8).prefix(length)
        } catch {
            return nil
        }
    }
}
