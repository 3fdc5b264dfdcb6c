/// EXIF data that contains only the orientation.
enum OrientationEXIF {
    /// Returns the data, or `nil` if the image is already upright.
    static func data(_ orientation: ImageOrientation?) -> [UInt8]? {
        guard let orientation, orientation != .topLeft else { return nil }
        var bytes: [UInt8] = []
        bytes.append(text: "MM\0*")
        bytes.append(number: 8)
        bytes.append(1, 2, .bigEndian)
        bytes.append(0x0112, 2, .bigEndian)
        bytes.append(3, 2, .bigEndian)
        bytes.append(number: 1)
        bytes.append(orientation.rawValue, 2, .bigEndian)
        bytes.append(0, 2, .bigEndian)
        bytes.append(number: 0)
        return bytes
    }
}
