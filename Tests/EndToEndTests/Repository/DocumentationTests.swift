import Foundation
import TestSupport
import Testing

/// The libraries' documentation comments.
@Suite struct DocumentationTests {
    @Test func `Every public declaration of the libraries has a comment, its own or its protocol's`() async throws {
        let manifest = try Checkout.text("Package.swift")
        let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        #expect(libraries.contains("EssentialFeed"))
        let build = Program.url.deletingLastPathComponent()
        let script = Checkout.url.appending(path: "Scripts/undocumented.py")
        let found = try await TestProgram.run([script.path, build.path] + libraries)
        let undocumented = found.text.split(separator: "\n")
        for declaration in undocumented { Issue.record("\(declaration)") }
        #expect(found.status == (undocumented.isEmpty ? 0 : 1), "\(found.errors)")
    }

    @Test func `The code of the guides runs, and prints what the guides say`() async throws {
        let result = try await Program().run([], of: "Guides")
        #expect(
            result.text == """
                ["Nafplio", "from the server"]
                ["Nafplio", "saved"]
                ["Nafplio"]
                loading
                Nafplio, from the server

                """)
        #expect(result.status == 0, "\(result.errors)")
    }
}
