/// The error of a file of trusted certificates that can't be used.
///
/// It is the cause of an `HTTPClientError` of kind `insecure`.
public struct TrustRootsError: Error {
    /// The path of the file.
    public let path: String
    /// Why the file can't be used.
    public let cause: any Error
}
