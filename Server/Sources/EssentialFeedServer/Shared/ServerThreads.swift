import NIOCore
import NIOPosix

/// A server's threads that may block. Each kind of work has separate ones and doesn't wait for the others.
struct ServerThreads: Sendable {
    /// For files and for short reads of the databases.
    let files = NIOThreadPool(numberOfThreads: max(2, System.coreCount))
    /// For friends' writes, which wait for the disk, one after the other.
    let writes = NIOThreadPool(numberOfThreads: 2)
    /// For pages and lists, which need the most processor time.
    let pages = FairThreads(NIOThreadPool(numberOfThreads: max(2, System.coreCount)))

    private var pools: [NIOThreadPool] { [files, writes, pages.threads] }

    /// Runs the threads until the work is done. Call it once.
    func run<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        for pool in pools { pool.start() }
        let result: Result<Value, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        for pool in pools { try await pool.shutdownGracefully() }
        return try result.get()
    }
}
