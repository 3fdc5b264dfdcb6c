import CoreMetrics
import Synchronization

/// The values of one metric with one combination of dimensions.
protocol PrometheusSeries: AnyObject, Sendable {
    /// Prometheus' name for the metric type.
    static var type: String { get }
    /// Returns the lines of the series, each with a line feed.
    func lines(_ name: SeriesName) -> String
}

/// A number that only increases.
final class PrometheusCounter: PrometheusSeries, CounterHandler {
    static let type = "counter"
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        value.store(0, ordering: .relaxed)
    }

    func lines(_ name: SeriesName) -> String {
        "\(name.text()) \(value.load(ordering: .relaxed))\n"
    }
}

/// A number that can increase and decrease.
final class PrometheusGauge: PrometheusSeries, MeterHandler {
    static let type = "gauge"
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    func lines(_ name: SeriesName) -> String {
        "\(name.text()) \(value.withLock { $0 })\n"
    }
}

/// A histogram with fixed bounds; times are in seconds.
final class PrometheusHistogram: PrometheusSeries, RecorderHandler, TimerHandler {
    static let type = "histogram"
    private static let bounds = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct State {
        /// The number of values in each interval; the last interval has no upper bound.
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    private let state = Mutex(State())

    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Double) {
        let index = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }

    func lines(_ name: SeriesName) -> String {
        let state = state.withLock { $0 }
        var (text, total) = ("", 0)
        for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], state.counts) {
            total += count
            text += "\(name.text(suffix: "_bucket", adding: "le=\"\(bound)\"")) \(total)\n"
        }
        return text + "\(name.text(suffix: "_sum")) \(state.sum)\n\(name.text(suffix: "_count")) \(total)\n"
    }
}
