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
