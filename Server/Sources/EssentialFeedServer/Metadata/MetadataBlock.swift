struct MetadataBlock {
    /// The times of an image, the most reliable first: when the camera took it, when it was digitized, when GPS found
    /// its place, when it was changed, and when its file was written.
    enum TimeField {
        case original, digitized, gps, changed, written
    }

    /// The texts that may be a caption, the most likely first.
    enum TextField: CaseIterable {
        case description, windowsTitle, comment, title
    }

    var times: [TimeField: CaptureTime] = [:]
    private(set) var texts: [TextField: [MetadataText]] = [:]
    /// The names of the place, from the smallest place to the country.
    var placeNames: [MetadataText] = []
    var coordinates: GPSCoordinates?
    var alternative: String?
    /// The maker and the model of the camera and its serial number, the fraction of the second, and the exposure.
    var camera: String?

    mutating func add(_ text: MetadataText?, to field: TextField) {
        if let text { texts[field, default: []].append(text) }
    }
}
