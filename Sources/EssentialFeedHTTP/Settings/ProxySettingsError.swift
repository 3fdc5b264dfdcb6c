/// The error of an environment variable that doesn't hold the URL of an HTTP proxy.
///
/// It doesn't carry the variable's value, which may contain a password.
public struct ProxySettingsError: Error, Hashable {
    /// The name of the variable.
    public let variable: String
}
