package import Foundation

/// A server that runs in its own process and prints its address on its first line.
package final class ServerProcess {
    package let process: ChildProcess
    package let address: URL

    package init(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:], errors: String = "/dev/null"
    ) throws {
        process = try ChildProcess(executable, arguments, environment: environment, errors: errors, readsOutput: true)
        let line = try process.line()
        guard let word = line.split(separator: " ").last, let url = URL(string: String(word)), url.port != nil else {
            throw BenchmarkFailure("no address in “\(line)”")
        }
        address = url
    }

    package func stop() {
        process.terminate()
    }
}
