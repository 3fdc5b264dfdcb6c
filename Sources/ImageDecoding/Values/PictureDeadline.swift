import CImageDecoding
import ImageFormats

/// The processor time of the calling thread after which decoding a picture is given up.
///
/// Decoders check it between their steps. A library can't be stopped while it runs: how long one step takes is bounded
/// by its size alone.
struct PictureDeadline {
    /// The time in nanoseconds.
    let time: Int

    private init(time: Int) {
        self.time = time
    }

    /// Creates a deadline at the end of a duration that begins now.
    init(in duration: Duration) {
        self = PictureDeadline(time: Int(picture_processor_time())) + duration
    }

    /// Returns a deadline that is later by a duration.
    static func + (deadline: PictureDeadline, duration: Duration) -> PictureDeadline {
        let (seconds, attoseconds) = duration.components
        return PictureDeadline(time: deadline.time + Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }

    /// Checks the time.
    /// - Throws: ``PictureError/tooSlow`` if the deadline has passed.
    func check() throws(PictureError) {
        guard picture_processor_time() <= time else { throw .tooSlow }
    }
}
