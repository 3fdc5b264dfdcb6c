/// A benchmark that couldn't run, or had a wrong result.
package struct BenchmarkFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Throws unless the result of the work is right, so nothing fast but wrong is measured.
    package static func check(_ isRight: Bool, _ description: @autoclosure () -> String) throws(BenchmarkFailure) {
        guard isRight else { throw BenchmarkFailure(description()) }
    }
}
