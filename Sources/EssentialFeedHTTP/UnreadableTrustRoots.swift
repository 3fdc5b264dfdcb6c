/// The file of trusted certificates cannot be used (N012): it is the cause of an error of kind `insecure`.
public struct UnreadableTrustRoots: Error {
    public let path: String
    public let cause: any Error
}
