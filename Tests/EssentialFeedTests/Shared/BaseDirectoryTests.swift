import EssentialFeed
import Foundation
import Testing

@Suite("Base directories")
struct BaseDirectoryTests {
    private static let variables: [(kind: BaseDirectory, variable: String, defaultPath: String)] = [
        (.cache, "XDG_CACHE_HOME", "/home/a/.cache"),
        (.configuration, "XDG_CONFIG_HOME", "/home/a/.config"),
        (.state, "XDG_STATE_HOME", "/home/a/.local/state"),
    ]

    @Test(arguments: BaseDirectory.allCases)
    func `Each kind of folder is named by its variable`(kind: BaseDirectory) throws {
        var environment = Dictionary(uniqueKeysWithValues: Self.variables.map { ($0.variable, "/other") })
        environment["HOME"] = "/home/a"
        environment[try variable(of: kind)] = "/tmp/a folder"
        #expect(path(kind.url(environment: environment)) == "/tmp/a folder")
        #expect(path(kind.url(environment: environment, home: URL(filePath: "/root"))) == "/tmp/a folder")
    }

    @Test func `If the variable is missing, empty or relative, the folder is below the home folder`() {
        for (kind, variable, defaultPath) in Self.variables {
            for value in [nil, "", "relative/folder", "~/folder"] {
                var environment = ["HOME": "/home/a"]
                environment[variable] = value
                #expect(path(kind.url(environment: environment)) == defaultPath)
                #expect(path(kind.url(environment: environment, home: URL(filePath: "/root"))) == defaultPath)
            }
        }
    }

    @Test func `Without a home folder in the environment, the given one counts, or there is no folder`() {
        for (kind, _, defaultPath) in Self.variables {
            for environment in [[:], ["HOME": ""], ["HOME": "a"]] {
                #expect(kind.url(environment: environment) == nil)
                #expect(path(kind.url(environment: environment, home: URL(filePath: "/home/a"))) == defaultPath)
            }
        }
    }

    private func variable(of kind: BaseDirectory) throws -> String {
        try #require(Self.variables.first { $0.kind == kind }).variable
    }

    private func path(_ url: URL?) -> String? {
        url?.standardizedFileURL.path(percentEncoded: false).replacing(/\/$/, with: "")
    }
}
