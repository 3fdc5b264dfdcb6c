import ArgumentParser
import EssentialFeed
import EssentialFeedServer
import Foundation

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find out what is wrong with your server.",
        discussion: """
            Looks at the folder, feed.yaml, the state, tokens, the address, the certificate, the clock and the disks, and \
            changes nothing. Give it the options of essential-feed serve, and run it as the server's user. Each line says \
            what was found and what to do. Exit status: 0 without errors, otherwise 1.

            Examples:
              essential-feed doctor ~/Photos
              essential-feed doctor ~/Photos --public-url https://photos.example.com --json
            """)

    @OptionGroup var server: ServerOptions

    @Flag(help: "Print one JSON object: errors, warnings, findings, each with severity, subject, message.")
    var json = false

    func run() async throws {
        let environment = ProgramEnvironment()
        let diagnosis = ServerDiagnosis(try server.configuration(in: environment), now: environment.now)
        let findings = await diagnosis.findings()
        let output = json ? Self.json(findings) : Data(Self.text(findings, in: environment.language).utf8)
        try environment.streams.write(output)
        if Self.count(.error, in: findings) > 0 { throw ExitCode(ExitStatus.foundErrors.rawValue) }
    }

    private static func count(_ severity: Finding.Severity, in findings: [Finding]) -> Int {
        findings.count { $0.severity == severity }
    }

    private static func text(_ findings: [Finding], in language: Language) -> String {
        func text(_ key: DoctorStrings, _ arguments: String...) -> String {
            DoctorStrings.table.text(key, in: language, arguments)
        }
        let lines = findings.map { "\(text(DoctorStrings($0.severity))): \(TerminalText.line($0.message))\n" }
        let (errors, warnings) = (count(.error, in: findings), count(.warning, in: findings))
        let end = errors + warnings == 0 ? text(.nothingWrong) : text(.found, String(errors), String(warnings))
        return lines.joined() + end + "\n"
    }

    private static func json(_ findings: [Finding]) -> Data {
        JSONOutput.object([
            ("errors", JSONOutput.number(count(.error, in: findings))),
            ("warnings", JSONOutput.number(count(.warning, in: findings))),
            (
                "findings",
                JSONOutput.array(
                    findings.map { finding in
                        JSONOutput.nested([
                            ("severity", JSONOutput.string(finding.severity.rawValue)),
                            ("subject", JSONOutput.string(finding.subject.rawValue)),
                            ("message", JSONOutput.string(finding.message)),
                        ])
                    })
            ),
        ])
    }
}
