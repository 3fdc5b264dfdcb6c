import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import essential_feed

@Suite struct DoctorCommandTests {
    private struct Output: Decodable {
        struct Finding: Decodable {
            let severity: String
            let subject: String
            let message: String
        }

        let errors: Int
        let warnings: Int
        let findings: [Finding]
    }

    @Test("N239 Program: doctor prints a line for each finding, and ends with 1 if there are errors")
    func test_doctor_endsWithStatus() async throws {
        let home = try Home()
        let photos = try PhotoFolder()
        let good = try await home.run("doctor", photos.path, "--port", "0")
        #expect(good.status == 0, "\(good.text)")
        #expect(good.text == "Nothing is wrong.\n")
        #expect(good.errors == "")

        try Data("no picture".utf8).write(to: photos.folder.url.appending(path: "notes.txt"))
        let reachable = ["doctor", photos.path, "--port", "0", "--public-url", "http://photos.example.com"]
        let bad = try await home.run(reachable)
        #expect(bad.status == 1)
        let lines = bad.text.split(separator: "\n")
        #expect(lines.map { $0.prefix { $0 != ":" } } == ["error", "warning", "note", "Errors"])
        #expect(lines.last == "Errors: 1, warnings: 1.")

        let json = try await home.run(reachable + ["--json"])
        #expect(json.status == 1)
        let output = try JSONDecoder().decode(Output.self, from: json.output)
        #expect((output.errors, output.warnings) == (1, 1))
        #expect(output.findings.map(\.severity) == ["error", "warning", "note"])
        #expect(output.findings.map(\.subject) == ["tokens", "tls", "folder"])
        #expect(
            lines.dropLast().elementsEqual(output.findings.map { "\($0.severity): \($0.message)" }[...].map { $0[...] })
        )

        #expect(try await home.run("doctor").status == 64)
        #expect(try await home.run("doctor", photos.path, "--tls-cert", "a.pem").status == 64)
    }

    @Test("N238 Program: beside a running server, doctor says so, and the server goes on")
    func test_doctor_runsBesideServer() async throws {
        let home = try Home(environment: [:])
        let photos = try PhotoFolder()
        let server = try await home.serve(photos)
        let state = home.folder.url.appending(path: "state/essential-feed").path
        let result = try await home.run(
            "doctor", photos.path, "--host", server.host, "--port", String(server.port), "--state", state)
        #expect(result.status == 0)
        let lines = result.text.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("note: a server uses this state") })
        #expect(lines.contains { $0.hasPrefix("note: port \(server.port) is taken") })
        #expect(try await home.run("feed", at: server.address).status == 0)
        await server.stop()
    }

    @Test("N239 Program: doctor has its texts in every language")
    func test_doctor_speaksLanguageOfTheSession() {
        for language in Language.allCases {
            let texts = DoctorStrings.table.texts[language] ?? [:]
            #expect(Set(texts.keys) == Set(DoctorStrings.allCases))
            for (key, text) in texts {
                let english = DoctorStrings.table.texts[.english]?[key] ?? ""
                #expect(text.ranges(of: "%@").count == english.ranges(of: "%@").count, "\(key) in \(language)")
            }
        }
    }
}
