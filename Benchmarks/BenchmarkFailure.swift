/// A benchmark that could not be run, or whose work gave a wrong result.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Holds the work to its result, so that nothing fast and wrong is measured.
    static func check(_ isRight: Bool, _ description: @autoclosure () -> String) throws(BenchmarkFailure) {
        guard isRight else { throw BenchmarkFailure(description()) }
    }
}
