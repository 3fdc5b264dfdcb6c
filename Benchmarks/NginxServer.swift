import BenchmarkKit
import Foundation

/// nginx serving a folder of files with one worker on a free port, configured like Debian's package.
final class NginxServer {
    private static let executable = URL(filePath: "/usr/sbin/nginx")
    private static let patience = Duration.seconds(10)

    let address: URL
    private let process: ChildProcess

    /// - Parameter folder: The folder of nginx's configuration, logs and temporary files.
    init(serving files: URL, in folder: URL) throws {
        try BenchmarkFailure.check(
            FileManager.default.isExecutableFile(atPath: Self.executable.path),
            "nginx is missing: run `make bench`, which installs it")
        let port = try Self.freePort()
        let configuration = folder.appending(path: "nginx.conf")
        try Data(Self.configuration(of: files, in: folder, port: port).utf8).write(to: configuration)
        process = try ChildProcess(
            Self.executable,
            ["-p", folder.path, "-c", configuration.path, "-e", folder.appending(path: "error.log").path])
        guard let address = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        self.address = address
    }

    /// Connects to nginx as soon as it listens.
    func load(connections: Int) throws -> LoadGenerator {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            do {
                return try LoadGenerator(address, connections: connections)
            } catch {
                guard ContinuousClock.now < deadline else { throw error }
                usleep(10_000)
            }
        }
    }

    /// Returns the ids of the master process and of its worker.
    func processes() throws -> [pid_t] {
        let workers = try process.children()
        try BenchmarkFailure.check(workers.count == 1, "nginx has \(workers.count) workers")
        return [process.id] + workers
    }

    func stop() {
        process.terminate()
    }

    private static func configuration(of files: URL, in folder: URL, port: UInt16) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/nginx-\($0);" }.joined(separator: " ")
        return """
            daemon off;
            worker_processes 1;
            pid \(folder.path)/nginx.pid;
            \(getuid() == 0 ? "user root;" : "")
            events { worker_connections 768; }
            http {
                sendfile on;
                tcp_nopush on;
                types_hash_max_size 2048;
                types { image/jpeg jpg; }
                keepalive_requests 10000000;
                access_log \(folder.path)/nginx-access.log;
                \(temporary)
                server { listen 127.0.0.1:\(port); root \(files.path); }
            }

            """
    }

    static func freePort() throws -> UInt16 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        try BenchmarkFailure.check(isBound, "no port is free")
        return UInt16(bigEndian: address.sin_port)
    }
}
