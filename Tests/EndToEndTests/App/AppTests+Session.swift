import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The session that the tests run in.
extension AppTests {
    @Test func `The session's bus starts only the accessibility bus, whatever is installed here`() async throws {
        let names = try await TestProgram.succeed(
            [
                "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
                "org.freedesktop.DBus.ListActivatableNames",
            ])
        #expect(names.text == "(['org.freedesktop.DBus', 'org.a11y.Bus'],)\n")
    }
}
