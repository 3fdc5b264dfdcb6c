/// The control data for the next frame of a GIF.
struct GIFControl {
    private static let label = 0xF9

    /// The number of the transparent colour.
    private(set) var transparentColour: Int?
    /// The display time of the frame, in hundredths of a second.
    private(set) var hundredths = 0
    /// The number of the disposal method.
    private(set) var disposal = 0

    /// Creates the defaults for a frame without control data.
    init() {}

    /// Reads an extension.
    /// - Parameter position: The offset of the block.
    /// - Returns: `nil` if the block is another extension or too short.
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
