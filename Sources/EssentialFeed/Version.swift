/// The version of this package and its programs.
public enum Version {
    /// The version printed by `--version`.
    public static let current = "0.2.0"
}
