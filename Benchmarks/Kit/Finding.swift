/// One row of the table.
package struct Finding {
    /// The measured subject.
    package let subject: String
    /// The floor for comparison, with its figure.
    package let floor: String
    package let measured: String
    /// The ratio of the measured figure to the floor's, or another text for that column.
    package let value: String
    package let mark: String
    /// Whether the mark is met, or `nil` if there is none because the figure only explains another one.
    package let isMet: Bool?

    package init(_ subject: String, floor: String, measured: String, value: String, mark: String, isMet: Bool?) {
        self.subject = subject
        self.floor = floor
        self.measured = measured
        self.value = value
        self.mark = mark
        self.isMet = isMet
    }

    /// Creates a finding that compares a time with its floor's.
    /// - Parameter mark: The largest acceptable ratio.
    package init(_ subject: String, _ time: Duration, floor: String, _ floorTime: Duration, mark: Double) {
        let ratio = time / floorTime
        self.init(
            subject, floor: "\(floor): \(Figure.time(floorTime))", measured: Figure.time(time),
            value: Figure.ratio(ratio), mark: "≤ \(Figure.number(mark)) ×", isMet: ratio <= mark)
    }

    /// Creates a finding without a mark, to explain another one.
    package init(_ subject: String, _ time: Duration, floor: String, _ floorTime: Duration) {
        self.init(
            subject, floor: "\(floor): \(Figure.time(floorTime))", measured: Figure.time(time),
            value: Figure.ratio(time / floorTime), mark: "", isMet: nil)
    }
}
