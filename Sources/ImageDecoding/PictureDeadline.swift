import CImageDecoding
import ImageFormats

/// The processor time of the calling thread after which decoding gives up.
///
/// Decoders check the deadline between steps. A library call can't be interrupted: only the size of a step limits how
/// long the step takes.
struct PictureDeadline {
    /// The time in nanoseconds.
    let time: Int

    private init(time: Int) { self.time = time }

    init(in duration: Duration) { self = PictureDeadline(time: Int(picture_processor_time())) + duration }

    static func + (deadline: PictureDeadline, duration: Duration) -> PictureDeadline {
        let (seconds, attoseconds) = duration.components
        return PictureDeadline(time: deadline.time + Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }

    func check() throws(PictureError) { guard picture_processor_time() <= time else { throw .tooSlow } }
}
