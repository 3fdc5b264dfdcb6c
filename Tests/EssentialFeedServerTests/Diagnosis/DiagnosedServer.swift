import Foundation
import TestSupport

@testable import EssentialFeedServer

/// A server that is looked at but doesn't run: its folder has one photo, and nothing is wrong with it.
struct DiagnosedServer {
    let photos: PhotoFolder
    var configuration: PhotoServerConfiguration
    var facts = SystemFacts(now: { Date() }, programDate: nil, mounts: "", maximumWatches: nil)

    init(host: String = "127.0.0.1", port: Int = 0, publicURL: String? = nil) throws {
        photos = try PhotoFolder()
        try photos.write(Pictures.numbered(1_000), to: "a.jpg")
        configuration = try photos.configuration(host: host, port: port, publicURL: publicURL)
    }

    var state: URL { photos.state.url.appending(path: "essential-feed", directoryHint: .isDirectory) }

    func findings() async -> [Finding] {
        await ServerDiagnosis(configuration, facts: facts).findings()
    }

    /// Returns the messages about a subject that matter that much.
    func messages(_ severity: Finding.Severity, _ subject: Finding.Subject) async -> [String] {
        await findings().filter { $0.severity == severity && $0.subject == subject }.map(\.message)
    }
}
