import CoreMetrics
import Synchronization

/// Collects metrics and writes them in Prometheus' text format.
///
/// A metric appears once it has a value, with one line for each combination of dimensions.
final class PrometheusMetrics: MetricsFactory {
    private let descriptions: [String: String]
    private let series = Mutex<[SeriesName: any PrometheusSeries]>([:])

    /// - Parameter descriptions: The metrics' descriptions by label. Metrics without a description aren't written.
    init(descriptions: [String: String]) {
        self.descriptions = descriptions
    }

    /// The metrics in Prometheus' text format, sorted by name.
    var text: String {
        let all = Dictionary(grouping: series.withLock { Array($0) }, by: \.key.label)
        var text = ""
        for (label, series) in all.sorted(by: { $0.key < $1.key }) {
            guard let description = descriptions[label], let first = series.first else { continue }
            text += "# HELP \(label) \(description)\n# TYPE \(label) \(type(of: first.value).type)\n"
            for (name, values) in series.sorted(by: { $0.key.dimensions < $1.key.dimensions }) {
                text += values.lines(name)
            }
        }
        return text
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        handler(label, dimensions) { PrometheusCounter() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        handler(label, dimensions) { PrometheusGauge() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        handler(label, dimensions) { PrometheusHistogram() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        handler(label, dimensions) { PrometheusHistogram() }
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the series for a label and its dimensions. If the series exists with another type, returns a new one
    /// that isn't written.
    private func handler<Series: PrometheusSeries>(
        _ label: String, _ dimensions: [(String, String)], _ make: () -> Series
    ) -> Series {
        let name = SeriesName(label: label, dimensions: dimensions)
        return series.withLock { series in
            if let known = series[name] { return known as? Series ?? make() }
            let new = make()
            series[name] = new
            return new
        }
    }
}

/// The label and dimensions of a series, in Prometheus' format.
struct SeriesName: Hashable {
    let label: String
    /// Comma-separated pairs of names and values.
    let dimensions: String

    init(label: String, dimensions: [(String, String)]) {
        self.label = label
        self.dimensions = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    }

    /// Returns the name with a suffix and one more dimension.
    func text(suffix: String = "", adding dimension: String = "") -> String {
        let all = [dimensions, dimension].filter { !$0.isEmpty }.joined(separator: ",")
        return all.isEmpty ? label + suffix : "\(label)\(suffix){\(all)}"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

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
