import CGtkKit

/// When decoding a picture is given up, by the time that the processor has spent on the calling thread.
///
/// Decoding asks between its steps. A library that is running cannot be stopped: how long one step takes is bounded by its
/// size alone.
nonisolated struct PictureDeadline {
    /// In nanoseconds.
    let time: Int

    /// - Parameter duration: from now on.
    init(in duration: Duration) {
        let (seconds, attoseconds) = duration.components
        time = Int(gtkkit_processor_time()) + Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// - Throws: ``PictureError/tooSlow`` behind it.
    func check() throws(PictureError) {
        guard gtkkit_processor_time() <= time else { throw .tooSlow }
    }
}
