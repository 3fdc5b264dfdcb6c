/// What a GIF says about the frame that follows.
struct GIFControl {
    private static let label = 0xF9

    /// The number of the colour that is transparent.
    private(set) var transparentColour: Int?
    /// The time that the frame is shown, in hundredths of a second.
    private(set) var hundredths = 0
    /// The number of what becomes of the canvas after the frame's time.
    private(set) var disposal = 0

    /// Creates what counts for a frame of which nothing is said.
    init() {}

    /// Reads an extension.
    /// - Parameter position: The offset of the block.
    /// - Returns: `nil` if the block is another extension, or too short.
    init?(_ reader: ByteReader, at position: Int) {
        guard reader.byte(at: position + 1) == Self.label, let length = reader.byte(at: position + 2), length >= 4,
            let flags = reader.byte(at: position + 3),
            let hundredths = reader.number(2, at: position + 4, .littleEndian),
            let colour = reader.byte(at: position + 6)
        else { return nil }
        transparentColour = flags & 1 == 1 ? colour : nil
        self.hundredths = hundredths
        disposal = flags >> 2 & 7
    }
}
