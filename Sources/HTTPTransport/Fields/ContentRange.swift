/// The byte range of a partial response, and the total length (RFC 9110, 14.4).
///
/// HTTPTypes names the field but doesn't parse its value.
struct ContentRange: Hashable, Sendable {
    let first: Int
    let last: Int
    let total: Int

    /// Creates a range from a field's value. Returns `nil` if the text isn't `bytes first-last/total`, if its numbers
    /// contradict each other, or if the total is unknown.
    init?(_ text: String?) {
        guard let match = text?.wholeMatch(of: /bytes ([0-9]+)-([0-9]+)\/([0-9]+)/.ignoresCase()),
            let first = Int(match.1), let last = Int(match.2), let total = Int(match.3), first <= last, last < total
        else { return nil }
        self.first = first
        self.last = last
        self.total = total
    }
}
