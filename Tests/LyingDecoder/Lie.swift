/// What the lying decoder does instead of decoding. It's started by a link of this name.
enum Lie: String {
    /// Never sends a hello.
    case mute
    /// Ends before the hello.
    case stillborn
    /// Says it is ready, and ends.
    case shortLived = "short-lived"
    /// Says it is ready again and again.
    case greeting
    /// Answers what wasn't asked.
    case unasked
    /// Answers another request.
    case otherNumber = "other-number"
    /// Answers twice.
    case twice
    /// Says that the picture has another size, or another layout.
    case otherSize = "other-size"
    case hugeSize = "huge-size"
    case otherLayout = "other-layout"
    /// Says that it has made sizes, although it was asked for a picture, or the other way round.
    case otherTask = "other-task"
    /// Makes fewer sizes, says that they have more bytes than there is room for, or fewer than they have.
    case fewerSizes = "fewer-sizes"
    case negativeSizes = "negative-sizes"
    case hugeSizes = "huge-sizes"
    case cutSizes = "cut-sizes"
    /// Makes JPEGs of other sizes, with metadata, or with bytes behind their end.
    case otherSizes = "other-sizes"
    case metadata
    case trailer
    /// Makes what is no placeholder.
    case noPlaceholder = "no-placeholder"
    /// Says that it has made another number of frames.
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
    /// Writes its process id to a file whose name ends in `.waits`, and waits to be killed; ends by a signal the next time.
    case waits
    /// Ends without an answer, or by a signal.
    case ends
    case crashes
    /// Knows the task as little as an older decoder would.
    case unknownTask = "unknown-task"
}
