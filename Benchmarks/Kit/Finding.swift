/// One row of the table.
package struct Finding {
    /// What was measured.
    package let subject: String
    /// What it is held against, with its own figure.
    package let floor: String
    package let measured: String
    /// The figure that the mark is about: a ratio, or the measured value itself.
    package let value: String
    package let mark: String
    /// `nil`: there is no mark; the figure explains another one.
    package let isMet: Bool?

    package init(_ subject: String, floor: String, measured: String, value: String, mark: String, isMet: Bool?) {
        self.subject = subject
        self.floor = floor
        self.measured = measured
        self.value = value
        self.mark = mark
        self.isMet = isMet
    }

    /// A time beside the time of its floor.
    package init(_ subject: String, _ time: Duration, floor: String, _ floorTime: Duration, mark: Double) {
        let ratio = time / floorTime
        self.init(
            subject, floor: "\(floor): \(Figure.time(floorTime))", measured: Figure.time(time),
            value: Figure.ratio(ratio), mark: "≤ \(Figure.number(mark)) ×", isMet: ratio <= mark)
    }

    /// The same without a mark: the figure explains another one.
    package init(_ subject: String, _ time: Duration, floor: String, _ floorTime: Duration) {
        self.init(
            subject, floor: "\(floor): \(Figure.time(floorTime))", measured: Figure.time(time),
            value: Figure.ratio(time / floorTime), mark: "", isMet: nil)
    }
}
