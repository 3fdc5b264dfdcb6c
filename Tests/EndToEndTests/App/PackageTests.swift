import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The files installed by `make install` and `make deb` beside the programs, and how packages link these.
/// `make test-deb` installs real packages.
@Suite struct PackageTests {
    @Test func `Packages' programs run, and share one library`() async throws {
        let folder = TemporaryFolder()
        let build = Program.url.deletingLastPathComponent().path
        var environment = Program.inherited()
        // Objects built for coverage need the profile runtime.
        if build.contains("/.build-coverage/") { environment["LDFLAGS"] = "-fprofile-instr-generate" }
        try await TestProgram.succeed(
            ["bash", Self.script("link-shared"), build, folder.path + "linked", "lib"], environment: environment)
        let places = [
            "essential-feed": "bin", "essential-feed-app": "bin", "essential-feed-decoder": "libexec/essential-feed",
            "libessential-feed.so": "lib",
        ]
        for (name, place) in places {
            let target = folder.url.appending(path: place)
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            try FileManager.default.moveItem(
                at: folder.url.appending(path: "linked/\(name)"), to: target.appending(path: name))
        }
        for name in ["essential-feed", "essential-feed-app"] {
            let version = try await TestProgram.succeed(
                [folder.path + "bin/\(name)", "--version"], environment: environment)
            #expect(version.text.contains(/\d+\.\d+\.\d+/))
        }
        // Started directly, a decoder prints how to start it.
        let decoder = folder.path + "libexec/essential-feed/essential-feed-decoder"
        #expect(try await TestProgram.run([decoder], environment: environment).status == 64)

        func size(_ path: String) throws -> Int {
            try Data(contentsOf: folder.url.appending(path: path), options: .alwaysMapped).count
        }
        let library = try size("lib/libessential-feed.so")
        for (name, place) in places where place != "lib" { #expect(try size("\(place)/\(name)") * 10 < library) }
    }

    @Test(arguments: Installation.programs)
    func `Manuals and completions hold every command and option`(program: String) async throws {
        let installation = try await Installation()
        let completions = try [
            "share/bash-completion/completions/\(program)", "share/zsh/site-functions/_\(program)",
            "share/fish/vendor_completions.d/\(program).fish",
        ].map { try installation.text($0) }
        let dump = try await TestProgram.succeed(
            [Program.url(of: program).path, "--experimental-dump-help"], environment: Program.inherited())
        let commands = try JSONDecoder().decode(CommandLineDescription.self, from: dump.output).command.withAllBelow
        #expect(commands.count > (program == "essential-feed" ? 12 : 0))
        for command in commands {
            let words = (command.superCommands ?? []) + [command.commandName]
            let call = words.joined(separator: " ")
            let page = "share/man/man1/\(words.joined(separator: "-")).1"
            let manual = try installation.text(page)
            #expect(manual.contains("\n.SH EXIT STATUS\n") && manual.contains("\n.SH ENVIRONMENT\n"), "\(call)")
            #expect(manual.contains("\n.SH EXAMPLES\n"), "\(call)")
            #expect(
                manual.contains("\n.SH FILES\n")
                    && manual.contains("\"\(program.replacing("-", with: "\\-")) \(Version.current)\""), "\(call)")
            #expect(manual.contains("\\fB\(call.replacing("-", with: "\\-"))\\fR"), "\(call)")
            for completion in completions { #expect(completion.contains(command.commandName), "\(call)") }
            // The program's page explains the options common to all commands.
            let common = command.superCommands == nil ? [] : ["help", "version"]
            for option in command.options {
                let isExplained = manual.contains("\\-\\-\(option.replacing("-", with: "\\-"))\\fR")
                #expect(isExplained != common.contains(option), "\(call) --\(option)")
                for completion in completions { #expect(completion.contains(option), "\(call) --\(option)") }
            }
            let shown = try await TestProgram.succeed(
                ["man", "--warnings", "--local-file", installation.file(page).path],
                environment: Program.inherited().merging(["LC_ALL": "C.UTF-8"]) { $1 })
            #expect(shown.text.contains("SYNOPSIS"))
            #expect(shown.errors.isEmpty, "\(shown.errors)")
        }
    }

    @Test(
        "The validators accept the desktop file and the metainfo, with pictures and a homepage and without",
        arguments: [nil, "https://photos.example.com/screenshots"])
    func installWritesValidDesktopFiles(screenshots: String?) async throws {
        let installation = try await Installation(
            environment: screenshots.map { ["SCREENSHOTS_URL": $0, "HOMEPAGE_URL": "https://example.com"] } ?? [:])
        let desktop = installation.file("share/applications/org.essentialfeed.EssentialFeed.desktop")
        #expect(try await TestProgram.succeed(["desktop-file-validate", desktop.path]).text.isEmpty)

        let metainfo = installation.file("share/metainfo/org.essentialfeed.EssentialFeed.metainfo.xml")
        let validated = try await TestProgram.succeed([
            "appstreamcli", "validate", "--pedantic", "--no-net", metainfo.path,
        ])
        // The id is the app's, with its capitals; Debian 12's validator is older than the developer's tag.
        let expected = /cid-contains-uppercase-letter|unknown-tag developer$/
        let remarks = validated.text.split(separator: "\n").filter { $0.contains("org.essentialfeed") }
        #expect(remarks.allSatisfy { $0.contains(expected) }, "\(validated.text)")
        let text = try String(contentsOf: metainfo, encoding: .utf8)
        #expect(text.contains("<id>org.essentialfeed.EssentialFeed</id>"))
        #expect(text.contains("<url type=\"homepage\">https://example.com</url>") == (screenshots != nil))
        let pictures = text.matches(of: /<image[^>]*>(.*)\/([\w-]+\.jpg)<\/image>/)
        #expect(screenshots == nil ? pictures.isEmpty : pictures.count > 3)
        for picture in pictures {
            #expect(String(picture.1) == screenshots)
            let file = Checkout.url.appending(path: "docs/screenshots/\(picture.2)")
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `The Flatpak is built from the sources alone, without other builds' folders and the lock file`() throws {
        let manifest = try Checkout.text("flatpak/org.essentialfeed.EssentialFeed.yml")
        let skipped = try #require(manifest.firstMatch(of: /skip: \[(.*)\]/)).1.split(separator: ", ").map(String.init)
        var builds: Set = ["Package.resolved", ".build"]
        for script in ["test", "sanitize", "fuzz"] {
            let text = try Checkout.text("Scripts/\(script).sh")
            for match in text.matches(of: /\.build-[a-z]+/) { builds.insert(String(match.0)) }
            guard text.contains(".build-$sanitizer") else { continue }
            let sanitizers = try #require(text.firstMatch(of: /for sanitizer in ([a-z ]+);/)).1.split(separator: " ")
            for sanitizer in sanitizers { builds.insert(".build-\(sanitizer)") }
        }
        #expect(builds.count >= 5)
        #expect(Set(skipped).isSuperset(of: builds), "\(builds.subtracting(skipped))")
    }

    @Test func `The licences of the linked packages are installed, and the notices name each of them`() async throws {
        let installation = try await Installation()
        let folder = "share/doc/essential-feed"
        let notices = try installation.text("\(folder)/THIRD-PARTY-NOTICES.md")
        let copyright = try Checkout.text("debian/copyright")
        let checkouts = Program.url.deletingLastPathComponent().resolvingSymlinksInPath()
            .appending(path: "../../checkouts").standardizedFileURL
        // Packages used only to build and test, or only on Apple's platforms.
        let unlinked: Set = [
            "swift-docc-plugin", "swift-docc-symbolkit", "swift-nio-transport-services", "swift-subprocess",
        ]
        let packages = try FileManager.default.contentsOfDirectory(atPath: checkouts.path)
            .filter { !$0.hasPrefix(".") && !unlinked.contains($0) }
        #expect(packages.count > 20)
        for package in packages {
            #expect(notices.contains(package), "\(package)")
            #expect(copyright.contains("\(package)/*"), "\(package)")
            let licence = try installation.text("\(folder)/licenses/\(package).txt")
            #expect(licence.contains(/[Ll]icense|[Pp]ermission/), "\(package)")
        }
    }

    @Test func `The symbolic icon has one colour, which desktops replace, and 16 pixels`() async throws {
        let installation = try await Installation()
        let icon = try installation.text(
            "share/icons/hicolor/symbolic/apps/org.essentialfeed.EssentialFeed-symbolic.svg")
        #expect(icon.matches(of: /#[0-9a-fA-F]{3,8}\b/).map { String($0.0) } == ["#2e3436"])
        #expect(icon.contains(#"width="16" height="16""#))
    }

    @Test func `The services name the installed programs; a person's manager accepts the server's`() async throws {
        let installation = try await Installation()
        let bus = try installation.text("share/dbus-1/services/org.essentialfeed.EssentialFeed.service")
        #expect(bus.contains("Exec=\(installation.folder.path)bin/essential-feed-app --gapplication-service\n"))
        let desktop = try installation.text("share/applications/org.essentialfeed.EssentialFeed.desktop")
        #expect(desktop.contains("\nDBusActivatable=true\n"))

        let service = installation.file("lib/systemd/user/essential-feed.service")
        let text = try String(contentsOf: service, encoding: .utf8)
        #expect(text.contains("ExecStart=\(installation.folder.path)bin/essential-feed serve $OPTIONS ${FOLDER}\n"))
        let verified = try await TestProgram.run(
            ["systemd-analyze", "--user", "verify", "--man=no", service.path],
            environment: Program.inherited("HOME").merging(["XDG_RUNTIME_DIR": installation.folder.path]) { $1 })
        #expect(verified.errors.isEmpty)
        #expect(verified.status == 0)
    }

    private static func script(_ name: String) -> String { Checkout.url.appending(path: "Scripts/\(name).sh").path }
}

/// The result of `make install`, in a temporary folder.
private struct Installation {
    static let programs = ["essential-feed", "essential-feed-app"]

    let folder: TemporaryFolder

    init(environment: [String: String] = [:]) async throws {
        folder = TemporaryFolder()
        let script = Checkout.url.appending(path: "Scripts/install.sh").path
        try await TestProgram.succeed(
            ["bash", script, Program.url.deletingLastPathComponent().path, Self.prefix(folder)],
            environment: Program.inherited().merging(environment) { $1 })
    }

    func file(_ path: String) -> URL { folder.url.appending(path: path) }

    func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

    /// The path without the slash at its end.
    private static func prefix(_ folder: TemporaryFolder) -> String {
        folder.path.hasSuffix("/") ? String(folder.path.dropLast()) : folder.path
    }
}

/// A command line as its program describes it.
private struct CommandLineDescription: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let shouldDisplay: Bool?
        let superCommands: [String]?
        let subcommands: [Command]?
        let arguments: [Argument]?

        /// The command and those below it, without its help command.
        var withAllBelow: [Command] {
            [self]
                + (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
                .flatMap(\.withAllBelow)
        }

        /// The long names of the options in the help.
        var options: [String] {
            (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
                .map(\.name)
        }
    }

    struct Argument: Decodable {
        let shouldDisplay: Bool
        let names: [Name]?
    }

    struct Name: Decodable {
        let kind: String
        let name: String
    }
}
