import DecoderProcess
import Foundation
import TestSupport

/// A running decoder, as the kernel shows it. A test starts its own by a link, whose name tells them apart.
struct Decoder {
    let process: pid_t

    static func all(startedBy link: URL) throws -> [Decoder] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.map(Decoder.init)
            .filter { $0.bytes("cmdline").starts(with: Data(link.path.utf8 + [0])) }
    }

    static func link(in folder: TemporaryFolder) throws -> URL {
        let link = folder.url.appending(path: "decoder")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: Decoders.programs.appending(path: DecoderProgram.name))
        return link
    }

    /// The lines of the process's status, by name.
    var status: [String: String] {
        let lines = String(decoding: bytes("status"), as: UTF8.self).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.split(separator: ":\t", maxSplits: 1)
                return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            })
    }

    /// The targets of the process's descriptors, in their order, without numbers.
    func descriptors() throws -> [String] {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { Int($0) }.sorted().map {
            try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)").replacing(#/:.*/#, with: "")
        }
    }

    var environment: String { String(decoding: bytes("environ"), as: UTF8.self) }

    /// How far the process gives way to others.
    var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process)) }

    /// The soft limit of this name.
    func limit(_ name: String) -> String? {
        String(decoding: bytes("limits"), as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }?
            .dropFirst(name.count).split(separator: " ").first.map(String.init)
    }

    /// Becomes `true` when the process has ended, and `false` if it hasn't after five minutes: only a hang takes
    /// as long.
    var end: Task<Bool, any Error> {
        Task.detached {
            for _ in 0..<30_000 {
                // Nothing is left of a process that has ended but its name and its state.
                if bytes("cmdline").isEmpty { return true }
                try await Task.sleep(for: .milliseconds(10))
            }
            return false
        }
    }

    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// Returns a file of the process, or nothing if it is over.
    private func bytes(_ name: String) -> Data {
        FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data()
    }
}
