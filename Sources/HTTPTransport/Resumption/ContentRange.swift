/// Which bytes an answer with status 206 has, of how many (RFC 9110, 14.4).
struct ContentRange: Hashable, Sendable {
    let first: Int
    let last: Int
    let total: Int

    /// `nil`: the text is not `bytes first-last/total`, its numbers contradict each other, or the total is unknown.
    init?(_ text: String?) {
        guard let match = text?.wholeMatch(of: /bytes ([0-9]+)-([0-9]+)\/([0-9]+)/.ignoresCase()),
            let first = Int(match.1), let last = Int(match.2), let total = Int(match.3), first <= last, last < total
        else { return nil }
        self.first = first
        self.last = last
        self.total = total
    }
}
