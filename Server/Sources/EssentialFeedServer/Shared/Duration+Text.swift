extension Duration {
    /// The duration in its two largest units, for a log.
    var plainText: String {
        let seconds = Int(max(0, min(self / .seconds(1), 1e9)).rounded(.up))
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
        default: "\(seconds / 3600) h" + (seconds / 60 % 60 == 0 ? "" : " \(seconds / 60 % 60) min")
        }
    }
}
