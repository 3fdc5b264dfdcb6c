/// One row of the table.
struct Finding {
    /// What was measured.
    let subject: String
    /// What it is held against, with its own figure.
    let floor: String
    let measured: String
    /// The figure that the reach is about: a ratio, or the measured value itself.
    let value: String
    let reach: String
    let isMet: Bool

    init(_ subject: String, floor: String, measured: String, value: String, reach: String, isMet: Bool) {
        self.subject = subject
        self.floor = floor
        self.measured = measured
        self.value = value
        self.reach = reach
        self.isMet = isMet
    }

    /// A time beside the time of its floor.
    init(_ subject: String, _ time: Duration, floor: String, _ floorTime: Duration, reach: Double) {
        let ratio = time / floorTime
        self.init(
            subject, floor: "\(floor): \(Figure.time(floorTime))", measured: Figure.time(time),
            value: Figure.ratio(ratio), reach: "≤ \(Figure.number(reach)) ×", isMet: ratio <= reach)
    }
}
