import DecoderProcess
import ImageFormats

extension Lie {
    /// Returns the lie about an outcome.
    func outcome(insteadOf outcome: DecoderAnswer) -> DecoderAnswer {
        switch (self, outcome) {
        case (.otherSize, .picture(let size, let layout)):
            .picture(PixelSize(width: size.height, height: size.width), layout)
        case (.hugeSize, .picture(_, let layout)): .picture(PixelSize(width: .max, height: .max), layout)
        case (.otherLayout, .picture(let size, let layout)):
            .picture(size, layout == .rgb ? .premultipliedBGRA : .rgb)
        case (.otherTask, .picture): .sizes(placeholderCount: .max, imageCounts: [.max])
        case (.fewerFrames, .frames(let count)): .frames(count - 1)
        case (.hugeFrames, .frames): .frames(.max)
        case (.otherTask, .frames): .picture(PixelSize(width: .max, height: .max), .rgb)
        case (.otherTask, .sizes): .picture(PixelSize(width: .max, height: .max), .rgb)
        default: outcome
        }
    }
}
