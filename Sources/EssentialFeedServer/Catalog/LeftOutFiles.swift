/// The files of a folder that aren't served: of each kind the first ones by path, and how many there are.
struct LeftOutFiles: Hashable, Sendable {
    struct Kind: Hashable, Sendable {
        var first: [IndexNotice] = []
        var count = 0
    }

    var kinds: [Kind] = []

    /// Lines for a log.
    var lines: [String] {
        kinds.flatMap { IndexNotice.lines($0.first, count: $0.count) }
    }
}
