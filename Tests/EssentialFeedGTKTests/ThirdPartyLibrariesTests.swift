import Foundation
import XCTest

@testable import EssentialFeedGTK

/// The libraries that the window about the app names.
final class ThirdPartyLibrariesTests: XCTestCase {
    /// The app names each library of THIRD-PARTY-NOTICES.md with its license and its authors
    func test_all_areThoseOfTheNotices() throws {
        let notices = URL(filePath: #filePath).appending(path: "../../../THIRD-PARTY-NOTICES.md").standardizedFileURL
        let rows = try String(contentsOf: notices, encoding: .utf8).split(separator: "\n").filter {
            $0.hasPrefix("| [")
        }
        XCTAssertGreaterThan(rows.count, 10)
        let named = ThirdPartyLibraries.all.map { "\($0.names)|\($0.license)|\($0.copyright)" }
        let listed = rows.map { row in
            row.dropFirst(3).replacing(/\]\([^)]*\)/, with: "").split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }.joined(separator: "|")
        }
        XCTAssertEqual(named, listed)
    }
}
