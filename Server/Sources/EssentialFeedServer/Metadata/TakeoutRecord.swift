import Foundation

extension ImageMetadata {
    static let maximumSidecarSize = 4 << 20

    /// Adds the contents of a file beside the photo.
    ///
    /// Values edited by a person in XMP were written after the photo, so they replace the photo's. Takeout's values
    /// only fill in missing ones.
    mutating func add(_ sidecar: Data, _ kind: SidecarName.Kind) {
        switch kind {
        case .xmp:
            guard let block = MetadataBlock(xmp: sidecar) else { return }
            let written = ImageMetadata([block])
            caption = written.caption ?? caption
            location = written.location ?? location
            alternative = written.alternative ?? alternative
            let original = block.times[.original].flatMap { $0.isSameSecond(as: captureTime) ? captureTime : $0 }
            isCaptureTimeLasting =
                isCaptureTimeLasting || original != nil || captureTime == nil && block.times[.digitized] != nil
            // The time of change is the sidecar's.
            captureTime = original ?? captureTime ?? block.times[.digitized]
        case .takeout:
            guard let record = TakeoutRecord(sidecar) else { return }
            caption = caption ?? Caption.written(record.description)
            isCaptureTimeLasting = isCaptureTimeLasting || captureTime == nil && record.captureTime != nil
            captureTime = captureTime ?? record.captureTime
            location = location ?? record.coordinates?.text
        }
    }
}

extension CaptureTime {
    /// Whether both times are the same apart from a fraction and an offset.
    fileprivate func isSameSecond(as other: CaptureTime?) -> Bool {
        guard let other else { return false }
        return [year, month, day, hour, minute, second]
            == [other.year, other.month, other.day, other.hour, other.minute, other.second]
    }
}

/// What Google Takeout writes about a photo.
struct TakeoutRecord {
    private struct Content: Decodable {
        struct Time: Decodable {
            let timestamp: Double?

            enum CodingKeys: CodingKey { case timestamp }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                do {
                    timestamp = Double(try values.decode(String.self, forKey: .timestamp))
                } catch is DecodingError {
                    timestamp = try values.decode(Double.self, forKey: .timestamp)
                }
            }
        }

        struct Place: Decodable {
            let latitude: Double?
            let longitude: Double?
        }

        let description: String?
        let photoTakenTime: Time
        let geoData: Place?
        /// The place that the camera has written.
        let geoDataExif: Place?
    }

    let description: String?
    /// In UTC.
    let captureTime: CaptureTime?
    let coordinates: GPSCoordinates?

    /// Returns `nil` for other JSON.
    init?(_ json: Data) {
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: json)
        } catch {
            // Any program may keep JSON beside photos.
            return nil
        }
        description = content.description.map(Self.unescaped)
        let seconds = content.photoTakenTime.timestamp.flatMap { $0 == 0 ? nil : $0 }
        captureTime = seconds.flatMap { CaptureTime(Date(timeIntervalSince1970: $0).formatted(.iso8601)) }
        coordinates =
            [content.geoData, content.geoDataExif].lazy.compactMap {
                GPSCoordinates(latitude: $0?.latitude, longitude: $0?.longitude)
            }.first
    }

    /// Takeout escapes texts as in HTML.
    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(text) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
