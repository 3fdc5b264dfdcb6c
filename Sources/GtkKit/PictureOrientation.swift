/// How a stored picture is to be turned, with EXIF's numbers. The names say where its top left comes to be.
public nonisolated enum PictureOrientation: Int, CaseIterable, Sendable {
    case topLeft = 1
    case topRight, bottomRight, bottomLeft
    case leftTop, rightTop, rightBottom, leftBottom

    /// Whether width and height change places.
    public var exchangesSides: Bool { rawValue >= 5 }

    private static let tag = 0x0112

    /// The orientation of a TIFF; upright where it says none.
    init(_ directory: PictureDirectory) {
        do throws(PictureError) {
            self = try directory.number(Self.tag).flatMap(Self.init(rawValue:)) ?? .topLeft
        } catch {
            self = .topLeft
        }
    }

    /// The orientation in EXIF data, which is a TIFF from a position on; upright where it says none.
    init(exif bytes: PictureBytes, at start: Int) {
        do throws(PictureError) {
            self.init(try PictureDirectory(bytes, at: start, upTo: Self.tag))
        } catch {
            self = .topLeft
        }
    }
}
