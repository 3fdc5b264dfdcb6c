import Foundation
import TestSupport
import Testing

/// The texts in `po/`, and the script that collects them.
@Suite struct TranslationTests {
    private static let script = Checkout.url.appending(path: "Scripts/texts.py").path

    @Test func `B192 Every text exists in every language with its placeholders; the file is current`() async throws {
        let result = try await TestProgram.run(
            ["/usr/bin/bash", "-c", "cd \"$0\" && exec Scripts/texts.py --check", Checkout.url.path])
        #expect(result.status == 0, "\(result.text)\(result.errors)")
    }

    @Test func `The script finds keys, messages with values, plurals and contexts`() async throws {
        let project = try Project(
            #"""
            enum SomeStrings: String, TextKey {
                /// Takes a name.
                case greeting = "Hello, %@"
                case photos = "%@ photo|%@ photos"
                case size = "size\u{4}%@ saved"
            }
            let message = Message("port \(map[port] ?? "(none)") on \(host) is taken")
            /// Like `Message("documented")`.
            let other = Message("from “\(a)” to \(b)"), third = localized("Third.")
            """#)
        _ = try await project.run()
        let template = try project.read("po/essential-feed.pot")
        for entry in [
            "#. Takes a name.\n#, objc-format\nmsgid \"Hello, %@\"\nmsgstr \"\"\n",
            "msgid \"%@ photo\"\nmsgid_plural \"%@ photos\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n",
            "msgctxt \"size\"\nmsgid \"%@ saved\"\n", "msgid \"port %@ on %@ is taken\"\n",
            "msgid \"from “%@” to %@\"\n", "msgid \"Third.\"\n",
        ] {
            #expect(template.contains(entry))
        }
        #expect(!template.contains("documented"))
    }

    @Test func `The check finds missing translations and plurals, other placeholders and an old file`() async throws {
        let project = try Project(#"let texts = [Message("One"), Message("two \(2)"), Message("three")]"#)
        _ = try await project.run()
        try project.translate(["One": "Ένα", "two %@": "δύο", "three": ""])
        let result = try await project.run("--check")
        #expect(result.status == 1)
        #expect(result.text.contains("po/el.po: different placeholders: two %@\n"))
        #expect(result.text.contains("po/el.po: not translated: three\n"))
        #expect(!result.text.contains("po/el.po: not translated: One\n"))
        #expect(result.text.contains("Translations.swift: out of date; run Scripts/texts.py\n"))

        try project.translate(["two %@": "%@ δύο", "three": "τρία"])
        _ = try await project.run()
        let swift = try project.read("Sources/EssentialFeed/Shared/Presentation/Translations.swift")
        #expect(swift.contains("        \"two %@\": (\"%@ δύο\", \"\"),\n"))
        #expect(try await project.run("--check").text.contains("el.po") == false)
    }

    /// A project with one source file and no translations.
    private struct Project {
        let folder: TemporaryFolder

        init(_ source: String) throws {
            folder = TemporaryFolder()
            for path in ["po", "Sources/EssentialFeed/Shared/Presentation"] {
                try FileManager.default.createDirectory(atPath: folder.path + path, withIntermediateDirectories: true)
            }
            try write(source, to: "Sources/EssentialFeed/Source.swift")
            for (language, rule) in [("el", "n != 1"), ("pt_BR", "n > 1")] {
                try write(
                    "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=(\(rule));\\n\"\n", to: "po/\(language).po")
            }
        }

        func run(_ arguments: String...) async throws -> TestProgram.Result {
            try await TestProgram.run(
                ["/usr/bin/bash", "-c", "cd \"$0\" && exec \"$@\"", folder.path, TranslationTests.script] + arguments)
        }

        func read(_ path: String) throws -> String {
            try String(contentsOfFile: folder.path + path, encoding: .utf8)
        }

        func translate(_ texts: [String: String]) throws {
            let path = "po/el.po"
            var blocks = try read(path).components(separatedBy: "\n\n")
            for (text, translation) in texts {
                let index = try #require(blocks.firstIndex { $0.contains("msgid \"\(text)\"\n") })
                blocks[index] = "msgid \"\(text)\"\nmsgstr \"\(translation)\""
            }
            try write(blocks.joined(separator: "\n\n") + "\n", to: path)
        }

        private func write(_ text: String, to path: String) throws {
            try text.write(toFile: folder.path + path, atomically: false, encoding: .utf8)
        }
    }
}
