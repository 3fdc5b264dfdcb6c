/// What a program may do with a server's cache on disk.
public enum CacheAccess: Sendable {
    /// The program reads and writes.
    case writer
    /// The program reads from the disk.
    ///
    /// If another program writes (``StoreError/Kind/inUse``), writing throws. If the disk can't be written, writes go
    /// to memory.
    case reader(StoreError)
    /// The program works in memory only.
    case memory(StoreError)

    /// The reason why the program can't write to the disk; `nil` if it can.
    public var error: StoreError? {
        switch self {
        case .writer: nil
        case .reader(let error), .memory(let error): error
        }
    }

    /// Whether another program is writing to the cache.
    public var isInUse: Bool { error?.kind == .inUse }
}
