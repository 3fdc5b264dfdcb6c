import Foundation
import GRDB
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Tests with PostgreSQL whether the SQL is portable. PostgreSQL prepares the statements in both stores' sources,
/// in tables with the same columns. It runs without a server, in a process that ends with its input.
@Suite struct PortableSQLTests {
    /// The values of the interpolations `\(…)` in the sources' statements.
    private static let insertions: [String: [String]] = [
        "ListedPhoto.columns": [ListedPhoto.columns], "PhotoFacts.columns": [PhotoFacts.columns],
        "FileRow.columns": [FileRow.columns], "Self.columns": [FriendsTransaction.columns],
        "Self.commentColumns": [FriendsTransaction.commentColumns],
        "evidence": [CatalogTransaction.evidence], "Self.evidence": [CatalogTransaction.evidence],
        "maximumOfOneTime": ["32"], "maximumGone": ["256"], "Self.newest": ["2000"], "Int64.max": ["\(Int64.max)"],
        "databaseQuestionMarks(count: photos.count)": ["?, ?"], "databaseQuestionMarks(count: known.count)": ["?, ?"],
        "direction": ["ASC", "DESC"], "files": [CatalogTransaction.files, CatalogTransaction.sidecarFiles],
        "photos": ["photo WHERE file IS NOT NULL", "post WHERE deleted IS NULL"], "table": ["reaction", "post"],
        "authors.condition": [[], ["a", "b"]].map { Authorship(name: "", id: nil, invited: $0).condition },
        "rows": ["post WHERE deleted IS NULL AND", "reaction WHERE"],
        "selection": ["id FROM post WHERE deleted IS NULL", "id FROM comment WHERE deleted IS NULL"],
    ]

    /// Each store's tables, and the folder of the sources with its statements.
    private static let stores: [(name: String, migrator: DatabaseMigrator, folder: String)] = [
        ("catalog", CatalogSchema.migrator, "Catalog"),
        ("friends", FriendsSchema.migrator, "Friends"),
    ]

    @Test func `Server: PostgreSQL prepares every statement of the stores`() async throws {
        var script: [String] = []
        for store in Self.stores {
            script += ["CREATE SCHEMA \(store.name)", "SET search_path TO \(store.name)"]
            script += try Self.tables(store.migrator)
        }
        var count = 0
        for store in Self.stores {
            script.append("SET search_path TO \(store.name), friends")
            let statements = try Self.statements(in: store.folder)
            #expect(statements.count > 50)
            script += statements.enumerated().map { "PREPARE \(store.name)\($0) AS \(Self.numbered($1))" }
            count += statements.count
        }
        script.append("SELECT count(*) AS prepared FROM pg_prepared_statements")
        let result = try await Self.run(script)
        #expect(!result.errors.contains("ERROR"), "\(result.errors)")
        #expect(result.text.contains("prepared = \"\(count)\""), "\(result.text.suffix(200)) \(result.errors)")
    }

    /// Returns the statements in a folder's sources, except for the files that set up a database.
    private static func statements(in folder: String) throws -> [String] {
        let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/EssentialFeedServer/\(folder)")
            .standardizedFileURL
        return try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
            .filter { !["CatalogFile.swift", "FriendsFile.swift"].contains($0) }
            .flatMap { try literals(String(contentsOf: sources.appending(path: $0), encoding: .utf8)) }
            .filter { text in ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains { text.hasPrefix("\($0) ") } }
            .flatMap { text in
                insertions.reduce([text]) { texts, insertion in
                    texts.flatMap { text in
                        let place = "\\(\(insertion.key))"
                        return text.contains(place)
                            ? insertion.value.map { text.replacingOccurrences(of: place, with: $0) } : [text]
                    }
                }
            }
    }

    /// Returns the string literals in a source.
    private static func literals(_ source: String) -> [String] {
        source.components(separatedBy: "\"\"\"").enumerated().flatMap { place, part in
            place.isMultiple(of: 2)
                ? part.split(separator: "\n").flatMap { line in
                    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
                } : [part.trimmingCharacters(in: .whitespacesAndNewlines)]
        }
    }

    /// Returns a statement with numbered PostgreSQL parameters, such as `$1`, in place of `?1` and `?`.
    private static func numbered(_ sql: String) -> String {
        var last = 0
        return sql.split(separator: "?", omittingEmptySubsequences: false).enumerated().map { place, part in
            guard place > 0 else { return String(part) }
            let digits = part.prefix(while: \.isNumber)
            let number = Int(digits) ?? last + 1
            last = max(last, number)
            return "$\(number)\(part.dropFirst(digits.count))"
        }.joined()
    }

    /// Returns the statements that create a migrated database's tables and indexes, with PostgreSQL's type names.
    private static func tables(_ migrator: DatabaseMigrator) throws -> [String] {
        let database = try DatabaseQueue()
        try migrator.migrate(database)
        return try database.read {
            try String.fetchAll(
                $0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'grdb%'")
        }.map { sql in
            [
                ("number INTEGER PRIMARY KEY", "number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
                ("INTEGER", "BIGINT"), ("BLOB", "BYTEA"), ("REAL", "DOUBLE PRECISION"), ("x''", "''"),
                (" STRICT, WITHOUT ROWID", ""), (" STRICT", ""),
            ].reduce(sql) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        }
    }

    /// Runs statements in a new database. PostgreSQL refuses to run as root.
    private static func run(_ statements: [String]) async throws -> TestProgram.Result {
        let user = geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        let program = """
            PATH=/usr/lib/postgresql/15/bin:$PATH
            cd / && folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
            initdb --no-sync --no-locale --encoding=UTF8 -D "$folder" >/dev/null
            printf '%s;\\n\\n' "$@" | postgres --single -j -F -D "$folder" postgres
            """
        return try await TestProgram.run(user + ["sh", "-ec", program, "sh"] + statements)
    }
}
