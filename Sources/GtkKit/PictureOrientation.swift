/// How a stored picture is to be turned, with EXIF's numbers. The names say where its top left comes to be.
public nonisolated enum PictureOrientation: Int, CaseIterable, Sendable {
    case topLeft = 1
    case topRight, bottomRight, bottomLeft
    case leftTop, rightTop, rightBottom, leftBottom

    /// Whether width and height change places.
    public var exchangesSides: Bool { rawValue >= 5 }

    /// What is left to do when libtiff has read a picture of this orientation: it mirrors, but never exchanges sides.
    var afterReadingTIFF: PictureOrientation {
        switch self {
        case .topLeft, .topRight, .bottomRight, .bottomLeft: .topLeft
        case .leftTop, .rightBottom: .leftTop
        case .rightTop, .leftBottom: .rightBottom
        }
    }

    private static let tag = 0x0112

    /// The orientation in EXIF data, which is a TIFF from a position on; upright where it says none.
    init(exif bytes: PictureBytes, at start: Int) {
        do throws(PictureError) {
            let directory = try PictureDirectory(bytes, at: start, upTo: Self.tag)
            self = directory[Self.tag].flatMap(Self.init(rawValue:)) ?? .topLeft
        } catch {
            self = .topLeft
        }
    }
}
