import ArgumentParser

/// An interval of at least one second, such as `30s`, `5m` or `1h`.
struct RescanInterval: ExpressibleByArgument {
    /// One year. A longer interval is as good as never.
    private static let maximumSeconds = 365 * 86_400
    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]

    let duration: Duration

    init?(argument: String) {
        guard let unit = argument.last.flatMap({ Self.units[$0] }),
            argument.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(argument.dropLast()),
            (1...Self.maximumSeconds / unit).contains(count)
        else { return nil }
        duration = .seconds(count * unit)
    }
}
