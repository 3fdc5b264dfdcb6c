public import Foundation

import CAdwaita

/// Makes pictures of encoded bytes, at the size at which they are shown (N030).
///
/// The format's own scaling is used where it has one, the orientation that the camera noted is applied, and what does
/// not fit into the box's aspect is cut off evenly. The pixels have the form in which they are drawn, so that drawing
/// converts nothing.
public nonisolated struct PictureDecoder: Sendable {
    /// A picture of more pixels is refused by its header, before it is decoded (N029).
    public static let maximumPixels = 150_000_000

    public init() {}

    /// Decodes the bytes to fill a box. May be called on any thread but the one that draws: it takes its time.
    /// - Parameter box: in pixels of the screen. A picture that has fewer is not enlarged.
    /// - Throws: a ``PictureError``.
    public func decode(_ data: Data, filling box: PictureSize) throws(PictureError) -> Texture {
        guard PictureEnd.isThere(data) else { throw .undecodable("it was cut") }
        let pixbuf = try PixbufLoad(box: box, mayBeTurned: Self.mayBeTurned(data)).run(data)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        guard let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf) else {
            throw .undecodable("no memory to turn it")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        guard let filled = Self.crop(upright, to: box) else { throw .undecodable("no memory to cut it") }
        defer { g_object_unref(UnsafeMutableRawPointer(filled)) }
        return Texture(pixbuf: filled)
    }

    /// Whether the bytes may say that width and height are to be exchanged, which is known only after decoding.
    private static func mayBeTurned(_ data: Data) -> Bool {
        data.prefix(1 << 16).range(of: Data("Exif".utf8)) != nil
    }

    /// The middle of the picture in the box's aspect, scaled down to the box.
    private static func crop(_ picture: OpaquePointer, to box: PictureSize) -> OpaquePointer? {
        let width = Double(gdk_pixbuf_get_width(picture))
        let height = Double(gdk_pixbuf_get_height(picture))
        let scale = min(1, max(Double(box.width) / width, Double(box.height) / height))
        let shown = PictureSize(
            width: max(1, min(box.width, Int((width * scale).rounded()))),
            height: max(1, min(box.height, Int((height * scale).rounded()))))
        let aspect = Double(box.width) / Double(box.height)
        // What is smaller than the box keeps the box's aspect all the same.
        let size = PictureSize(
            width: max(1, min(shown.width, Int((Double(shown.height) * aspect).rounded()))),
            height: max(1, min(shown.height, Int((Double(shown.width) / aspect).rounded()))))
        guard
            let filled = gdk_pixbuf_new(
                GDK_COLORSPACE_RGB, gdk_pixbuf_get_has_alpha(picture), 8, Int32(size.width), Int32(size.height))
        else { return nil }
        gdk_pixbuf_scale(
            picture, filled, 0, 0, Int32(size.width), Int32(size.height),
            (Double(size.width) - width * scale) / 2, (Double(size.height) - height * scale) / 2,
            scale, scale, scale == 1 ? GDK_INTERP_NEAREST : GDK_INTERP_BILINEAR)
        return filled
    }
}
