import EssentialFeed
import ImagePipeline

/// How a stage is drawn and named. The character tells it too where there is no colour.
extension FeedImageTraceEvent.Stage {
    var character: Character {
        switch self {
        case .queue: "."
        case .memory: "m"
        case .disk: "d"
        case .connect: "c"
        case .firstByte: "f"
        case .download: "="
        case .decode: "#"
        case .total: "-"
        }
    }

    var colour: TerminalColour {
        switch self {
        case .queue: .yellow
        case .memory: .magenta
        case .disk: .blue
        case .connect, .firstByte: .cyan
        case .download: .green
        case .decode: .red
        case .total: .grey
        }
    }

    var name: TraceStrings {
        switch self {
        case .queue: .stageQueue
        case .memory: .stageMemory
        case .disk: .stageDisk
        case .connect: .stageConnect
        case .firstByte: .stageFirstByte
        case .download: .stageDownload
        case .decode: .stageDecode
        case .total: .stageTotal
        }
    }
}

/// What stands after the duration of a request that brought no picture.
extension FeedImageTraceEvent.Outcome {
    var mark: Character? {
        switch self {
        case .done: nil
        case .cancelled: "×"
        case .notFound, .failed: "!"
        }
    }

    var name: TraceStrings? {
        switch self {
        case .done: nil
        case .cancelled: .cancelled
        case .notFound, .failed: .failed
        }
    }
}
