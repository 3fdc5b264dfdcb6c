import EssentialFeed
public import Foundation
import SystemPackage

/// A look at everything that a server needs: its folder, state, tokens, address, certificate, clock and disks. It changes
/// nothing.
public struct ServerDiagnosis: Sendable {
    private let configuration: PhotoServerConfiguration
    private let facts: SystemFacts

    /// - Parameters:
    ///   - configuration: What the server would be started with.
    ///   - now: Returns the current time.
    public init(_ configuration: PhotoServerConfiguration, now: @escaping @Sendable () -> Date) {
        self.init(configuration, facts: SystemFacts(now: now))
    }

    init(_ configuration: PhotoServerConfiguration, facts: SystemFacts) {
        (self.configuration, self.facts) = (configuration, facts)
    }

    /// Returns what was found, errors first.
    public func findings() async -> [Finding] {
        let (found, usage) = await onThread { lookAtFiles() }
        let address = await AddressExamination(configuration, isStateInUse: usage).findings()
        let all = found + address
        return Finding.Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
    }

    /// - Returns: What was found, and whether a server uses the state.
    private func lookAtFiles() -> ([Finding], Bool) {
        var folder = FolderExamination(configuration, facts: facts)
        folder.run()
        var state = StateExamination(configuration.stateFolder, root: folder.root)
        state.run()
        let certificate = configuration.certificate.map {
            CertificateExamination($0, host: configuration.publicHost, now: facts.now()).findings()
        }
        let clock = ClockExamination(
            now: facts.now(), programDate: facts.programDate, newest: folder.newest)
        return (folder.findings + state.findings + (certificate ?? []) + clock.findings, state.isInUse)
    }

    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            // Blocking work would hold up one of the few threads of the language's own pool.
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}

/// What a diagnosis knows from outside of the server's configuration.
struct SystemFacts: Sendable {
    let now: @Sendable () -> Date
    /// When the program was installed.
    var programDate = FilePath("/proc/self/exe").modificationDate
    /// The table of mounted file systems, as Linux writes it.
    var mounts = String(decoding: FileManager.default.contents(atPath: "/proc/self/mountinfo") ?? Data(), as: UTF8.self)
    /// The number of folders that the user may watch; `nil` if it isn't known.
    var maximumWatches = FileManager.default.contents(atPath: "/proc/sys/fs/inotify/max_user_watches")
        .flatMap { Int(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) }
}

extension FilePath {
    /// When the file at the path, or what a link there leads to, was modified; `nil` if there is none.
    fileprivate var modificationDate: Date? {
        do throws(Errno) {
            return FileStamp(try stat()).modificationDate
        } catch {
            return nil
        }
    }
}

extension PhotoServerConfiguration {
    /// The host that clients use; `nil` if the server listens on every address and no public URL names one.
    fileprivate var publicHost: String? {
        guard let publicAddress else { return Self.isWildcard(host) ? nil : host }
        let host = URLComponents(string: publicAddress.displayText)?.host
        return host?.trimmingCharacters(in: ["[", "]"])
    }
}
