/// The lies of the lying decoder, each chosen by the name of a link to it.
enum Lie: String {
    /// Never sends a hello.
    case mute
    /// Ends before the hello.
    case stillborn
    /// Reports that it is ready, and ends.
    case shortLived = "short-lived"
    /// Reports that it is ready again and again.
    case greeting
    /// Answers what wasn't asked.
    case unasked
    /// Answers another request.
    case otherNumber = "other-number"
    case twice
    /// Reports a picture of another size or layout.
    case otherSize = "other-size"
    case hugeSize = "huge-size"
    case otherLayout = "other-layout"
    /// Reports sizes instead of a picture, or the other way round.
    case otherTask = "other-task"
    /// Makes fewer sizes, or reports more bytes than there is room for, or fewer than there are.
    case fewerSizes = "fewer-sizes"
    case negativeSizes = "negative-sizes"
    case hugeSizes = "huge-sizes"
    case cutSizes = "cut-sizes"
    /// Makes JPEGs of other sizes, with metadata, or with bytes behind their end.
    case otherSizes = "other-sizes"
    case metadata
    case trailer
    /// Makes an invalid placeholder.
    case noPlaceholder = "no-placeholder"
    /// Reports another number of frames.
    case fewerFrames = "fewer-frames"
    case hugeFrames = "huge-frames"
    /// Sends bytes that aren't a message, too few, too many, or with many descriptors.
    case garbage
    case short
    case long
    case descriptors
    /// Keeps the memory of the picture, to change it later.
    case keepsMemory = "keeps-memory"
    /// Never answers.
    case hangs
    /// Writes its process id to a file whose name ends in `.waits`, and waits to be killed; ends by a signal the next
    /// time.
    case waits
    /// Ends without an answer, or by a signal.
    case ends
    case crashes
    /// Rejects the task, like an older decoder.
    case unknownTask = "unknown-task"
}
