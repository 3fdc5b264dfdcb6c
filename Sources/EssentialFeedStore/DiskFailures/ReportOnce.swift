import Synchronization

/// Reports each kind of error once.
final class ReportOnce: Sendable {
    private let reported = Mutex<Set<StoreError.Kind>>([])
    private let report: @Sendable (StoreError) -> Void

    init(_ report: @escaping @Sendable (StoreError) -> Void) {
        self.report = report
    }

    func callAsFunction(_ error: StoreError) {
        if reported.withLock({ $0.insert(error.kind).inserted }) { report(error) }
    }
}
