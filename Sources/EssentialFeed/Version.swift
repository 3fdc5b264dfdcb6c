/// The version of this package and its programs.
public enum Version {
    /// The version, as `--version` prints it.
    public static let current = "0.1.0"
}
