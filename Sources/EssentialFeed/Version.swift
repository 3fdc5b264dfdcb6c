/// The version of this package and its programs.
public enum Version {
    public static let current = "0.1.0"
}
