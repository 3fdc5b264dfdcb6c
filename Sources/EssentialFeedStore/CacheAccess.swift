/// What a program may do with a server's cache on disk.
public enum CacheAccess: Sendable {
    /// It reads and writes.
    case writer
    /// It reads what is on disk. Another program writes (``StoreError/Kind/inUse``, N013), so that writing throws; or
    /// the disk cannot be written, so that writes go to memory (B170).
    case reader(StoreError)
    /// It works in memory alone, for this reason (B170).
    case memory(StoreError)

    /// Why it is not a writer.
    public var trouble: StoreError? {
        switch self {
        case .writer: nil
        case .reader(let error), .memory(let error): error
        }
    }

    /// Whether another program writes.
    public var isInUse: Bool { trouble?.kind == .inUse }
}
