/// The progress of an import.
struct ImportProgress: Hashable, Sendable {
    var filesRead = 0
    var filesLeft: Int

    /// Returns a line with the count, the rate and the time left.
    /// - Parameter elapsed: The time taken so far.
    func line(after elapsed: Duration) -> String {
        let seconds = elapsed / .seconds(1)
        let rate = seconds > 0 ? Double(filesRead) / seconds : 0
        let count = "read \(filesRead) of \(filesRead + filesLeft) files"
        guard rate > 0 else { return count }
        return "\(count), \(Int(rate.rounded())) a second, \(Duration.seconds(Double(filesLeft) / rate).plainText) left"
    }

    /// Returns the last line.
    func end(after elapsed: Duration) -> String {
        "read \(filesRead) files in \(elapsed.plainText)"
    }
}
