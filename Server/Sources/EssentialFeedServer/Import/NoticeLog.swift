import EssentialFeed
import Logging
import Synchronization

/// Logs each notice once.
final class NoticeLog: Sendable {
    /// The number of notices to remember. Beyond this number, notices may repeat.
    private static let maximum = 10_000

    private let logger: Logger
    private let written = Mutex<Set<IndexNotice>>([])
    private let errors = Mutex<Set<String>>([])

    init(logger: Logger) {
        self.logger = logger
    }

    func write(_ notices: [IndexNotice]) {
        let new = written.withLock { written in
            if written.count > Self.maximum { written = [] }
            return notices.filter { $0.isRepeatable || written.insert($0).inserted }
        }
        for line in IndexNotice.lines(new) { logger.notice("\(line)") }
    }

    func write(_ line: String) {
        logger.notice("\(line)")
    }

    /// Logs each error once.
    func write(_ error: any Error) {
        let line = "cannot update the index: \(PlainText.line("\(error)"))"
        if errors.withLock({ $0.count < Self.maximum && $0.insert(line).inserted }) { logger.error("\(line)") }
    }
}

extension IndexNotice {
    /// Whether the notice is about an event that can recur.
    fileprivate var isRepeatable: Bool {
        switch self {
        case .folderGone, .folderBack, .documentNotRead: true
        default: false
        }
    }
}
