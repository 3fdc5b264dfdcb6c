import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The session that the tests run in.
extension AppTests {
    @Test func `The session's bus can start the accessibility bus alone, whatever this computer has installed`()
        async throws
    {
        let names = try await TestProgram.succeed(
            [
                "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
                "org.freedesktop.DBus.ListActivatableNames",
            ])
        #expect(names.text == "(['org.freedesktop.DBus', 'org.a11y.Bus'],)\n")
    }

    @Test func `A wait for a window of a program that was stopped ends in time, and the next one works`() async throws {
        let home = try Home()
        let window = try await window(home, at: nil, height: 700)
        try await window.wait(for: "the window") { _ in () }
        window.program.send(SIGSTOP)
        await #expect(throws: Desktop.NotShown.self) {
            try await desktop.wait(for: "a button", of: window.program.processID, within: .seconds(1)) { window in
                window.first { $0.label == "Demo" }.map { _ in () }
            }
        }
        window.program.send(SIGCONT)
        try await window.wait(for: "the window") { _ in () }
        #expect(await window.close().status == 0)
    }

    @Test func `A call that never returns fails its test in time, and those that follow at once`() async throws {
        let calls = BlockingCalls(label: "a stopped program")
        let program = try await TestProgram.start(["cat"], environment: [:], hasInput: true)
        program.send(SIGSTOP)
        // It is a child of the tests, and none of its states but its end is waited for.
        let (process, returned) = (program.processID, Watched(false))
        await #expect(throws: BlockingCalls.Stuck.self) {
            try await calls.make("the end of a stopped program", within: .milliseconds(100)) {
                var information = siginfo_t()
                waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
                returned.update { $0 = true }
            }
        }
        await #expect(throws: BlockingCalls.Stuck.self) { try await calls.make("nothing") {} }
        program.send(SIGKILL)
        try await returned.wait { $0 }
    }
}
