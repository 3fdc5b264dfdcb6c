import ImageFormats

struct PhotoEvidence: Hashable, Sendable {
    var digest: ContentDigest
    var picture: ContentDigest?
    var path: FolderPath?
    /// The capture time, in EXIF format.
    var captured: String?
    /// Whether exporting never changes the capture time.
    var isCaptureTimeLasting = true
    var camera: String?
    var look: PhotoLook?
    var size: PixelSize
}

/// Whether a file holds a known photo, possibly edited.
///
/// The evidence counts in the order of `docs/decisions/a-photo-stays-itself.md`.
enum PhotoIdentity: Hashable, Sendable {
    case same
    /// The file may hold the photo. It gets a new id, but isn't shown to people who don't see the photo.
    case doubtful
    case different

    /// How similar a whole picture or a part must be to the known one at the same path.
    private static let (whole, part, slight) = (0.8, 0.7, 0.4)
    /// How similar a picture must be to the known one at another path. The photos of a burst are less similar.
    static let elsewhere = 0.96

    /// - Parameter mayBePart: Whether to find out if the file shows a part of the photo; if `false`, that stays in doubt.
    init(of new: PhotoEvidence, as known: PhotoEvidence, mayBePart: Bool = true) {
        self.init(
            of: new, as: known, likeness: new.look.flatMap { known.look?.likeness(to: $0) }, mayBePart: mayBePart)
    }

    /// - Parameter likeness: How similar the whole pictures are; `nil` if unknown.
    init(
        of new: PhotoEvidence, as known: PhotoEvidence, likeness: @autoclosure () -> Double?, mayBePart: Bool
    ) {
        if new.digest == known.digest || new.picture != nil && new.picture == known.picture {
            self = .same
            return
        }
        // Paths that differ at most in the extension.
        let isInPlace = new.path != nil && new.path?.stem == known.path?.stem
        if let time = new.captured, let knownTime = known.captured {
            let isSameCamera = new.camera == nil || known.camera == nil || new.camera == known.camera
            let isSameTime = Self.areEqual(time, knownTime)
            if !isSameCamera || !isSameTime && new.isCaptureTimeLasting && known.isCaptureTimeLasting {
                self = .different
                return
            }
            // People who date scans give them a day, not a time.
            if isSameTime, isInPlace, !Self.isDay(time) {
                self = .same
                return
            }
        }
        self =
            isInPlace
            ? Self.inPlace(new, known, likeness()) : Self.elsewhere(new, known, likeness(), mayBePart: mayBePart)
    }

    private static func inPlace(_ new: PhotoEvidence, _ known: PhotoEvidence, _ likeness: Double?) -> PhotoIdentity {
        guard let look = new.look, let knownLook = known.look, let likeness else { return .doubtful }
        if likeness >= whole { return .same }
        let likenessToPart = knownLook.likeness(toPart: look, ratio: ratio(new, known)) ?? 0
        if likenessToPart >= part { return .same }
        // A frame may be around the photo.
        if look.likeness(toPart: knownLook, ratio: ratio(known, new)) ?? 0 >= part { return .same }
        return max(likeness, likenessToPart) >= slight ? .doubtful : .different
    }

    private static func elsewhere(
        _ new: PhotoEvidence, _ known: PhotoEvidence, _ likeness: Double?, mayBePart: Bool
    ) -> PhotoIdentity {
        guard let knownLook = known.look else {
            // An animation, for example, has no look.
            return new.size == known.size ? .doubtful : .different
        }
        guard let look = new.look, let likeness else { return .doubtful }
        // A scan or a screenshot may be very like another one.
        if known.captured != nil, known.isCaptureTimeLasting, likeness >= elsewhere { return .same }
        if likeness >= slight || !mayBePart { return .doubtful }
        let likenessToPart = knownLook.likeness(toPart: look, ratio: ratio(new, known)) ?? 0
        return likenessToPart >= part ? .doubtful : .different
    }

    private static func ratio(_ new: PhotoEvidence, _ known: PhotoEvidence) -> Double {
        Double(new.size.height * known.size.width) / Double(max(1, new.size.width * known.size.height))
    }

    /// Returns whether two times are equal. Compares fractions of a second only if both have one, because some editors
    /// drop it.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        if isDay(one), isDay(other) { return one.prefix(10) == other.prefix(10) }
        return one.prefix(19) == other.prefix(19) && (one == other || min(one.count, other.count) == 19)
    }

    /// Whether the time may only be a day: programs write zeros for a missing time of day, and ``CaptureTime`` noon.
    static func isDay(_ time: String) -> Bool { ["00:00:00", "12:00:00"].contains(time.dropFirst(11)) }
}

extension FolderPath {
    /// The path without its extension, with the dot.
    var stem: [UInt8] {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), !bytes[dot...].contains(UInt8(ascii: "/")) else {
            return bytes
        }
        return Array(bytes[...dot])
    }
}
