/// Combines a sequence of turns and mirrorings into one orientation.
struct ISOTurn {
    /// Whether the image is mirrored horizontally before it is turned.
    private var isMirrored = false
    /// The number of turns by 90° clockwise.
    private var turns = 0

    /// Adds a number of turns by 90° counterclockwise.
    mutating func rotate(_ count: Int) { turns = (turns - count) & 3 }

    /// Adds a mirroring: vertical for axis 0 and horizontal for axis 1.
    mutating func mirror(_ axis: Int) {
        turns = (axis == 0 ? 2 - turns : -turns) & 3
        isMirrored.toggle()
    }

    var orientation: ImageOrientation {
        switch (isMirrored, turns) {
        case (false, 0): .topLeft
        case (false, 1): .rightTop
        case (false, 2): .bottomRight
        case (false, _): .leftBottom
        case (true, 0): .topRight
        case (true, 1): .rightBottom
        case (true, 2): .bottomLeft
        case (true, _): .leftTop
        }
    }
}
