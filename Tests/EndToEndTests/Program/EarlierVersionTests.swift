import Foundation
import TestSupport
import Testing

/// States and backups that a version before 0.2.0 has written.
@Suite struct EarlierVersionTests {
    private let home = Home()

    /// Makes one file of a state or backup look as such a version wrote it, prints its path, and corrects the digests.
    private static let script = """
        import glob, hashlib, os, sqlite3, sys
        folder, start = sys.argv[1:]
        [path] = [path for path in glob.glob(f"{folder}/{start}*") if path.endswith((".sqlite", ".json"))]
        if path.endswith(".json"):
            text = open(path).read()
            assert '"version" : 3' in text
            open(path, "w").write(text.replace('"version" : 3', '"version" : 2'))
        else:
            database = sqlite3.connect(path)
            database.execute("UPDATE grdb_migrations SET identifier = rowid || ' earlier'")
            database.commit()
            database.close()
        sums = f"{folder}/SHA256SUMS"
        if os.path.exists(sums):
            names = [line.split()[1] for line in open(sums)]
            with open(sums, "w") as file:
                for name in names:
                    file.write(f"{hashlib.sha256(open(f'{folder}/{name}', 'rb').read()).hexdigest()}  {name}\\n")
        print(path, end="")
        """

    /// Opening a database may rewrite its pages, so its tables and rows are compared.
    private static let dump = """
        import sqlite3, sys
        for path in sys.argv[1:]:
            if path.endswith(".json"): print(open(path).read())
            else: print(*sqlite3.connect(f"file:{path}?mode=ro", uri=True).iterdump(), sep="\\n")
        """

    @Test(
        "Program: what a version before 0.2.0 wrote is an error that says what to do, and stays as it is",
        arguments: [("folder-", []), ("friends-", ["show"]), ("tokens.json", ["people"])] as [(String, [String])])
    func earlierVersionIsAnError(file: String, command: [String]) async throws {
        let photos = try PhotoFolder()
        let server = try await home.serve(photos, isPublic: false)
        _ = try await home.invite("maria")
        await server.stop()
        let backup = home.folder.url.appending(path: "a.backup").path
        #expect(try await home.run(["backup", backup] + home.stateOption).status == 0)
        var paths: [String] = []
        for folder in [home.stateFolder.path, backup] {
            paths.append(try await TestProgram.succeed(["python3", "-c", Self.script, folder, file]).text)
        }
        let dump = ["python3", "-c", Self.dump] + paths
        let before = try await TestProgram.succeed(dump).text
        let serve = ["serve", photos.path, "--port", "0"]
        let calls = [serve, serve + ["--check"], ["backup", backup + ".2"], ["restore", backup], command]
        for call in calls where !call.isEmpty {
            let result = try await home.run(call + home.stateOption)
            #expect(result.status == (call[0] == "restore" ? 65 : 74), "\(call): \(result.errors)")
            #expect(result.text == "")
            #expect(result.errors.ranges(of: "essential-feed: ").count == 1, "\(call): \(result.errors)")
            for part in [
                "a version of this program before 0.2.0 wrote /", "; to start over, move the state folder away (",
            ] {
                #expect(result.errors.contains(part), "\(call): \(result.errors)")
            }
            #expect(try await TestProgram.succeed(dump).text == before, "\(call)")
        }
    }
}
