import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Clients that page through a feed while photos are added and removed.
@Suite struct CatalogWalkTests {
    private static let walks = 200

    @Test(arguments: CatalogKind.allCases)
    func `Server: a walk while photos come and go shows none twice, all that stay, and ends`(kind: CatalogKind) throws {
        let state = TemporaryFolder()
        let catalog = try kind.make(state)
        var generator = SeededGenerator(seed: 12)
        var present = Set((0..<40).map { ImaginaryPhoto(number: $0, date: Double($0)) })
        var next = 40
        try catalog.add(Array(present))
        try catalog.endFirstImport()
        for walk in 0..<Self.walks {
            var untouched = Set(present.map(\.id))
            let atStart = present
            var seen: [UUID] = []
            var pages = 0
            while let page = try catalog.ids(after: seen.last, limit: Int.random(in: 1...25, using: &generator)),
                !page.isEmpty
            {
                seen += page
                pages += 1
                try #require(pages < 1_000, "walk \(walk) doesn't end")
                switch Int.random(in: 0..<4, using: &generator) {
                case 0:
                    let photo = ImaginaryPhoto(number: next, date: .random(in: -100...100, using: &generator))
                    next += 1
                    try catalog.add([photo])
                    present.insert(photo)
                case 1:
                    // Often the cursor itself.
                    let last = atStart.first { $0.id == seen.last }
                    guard let photo = Bool.random(using: &generator) ? last : present.randomElement(using: &generator),
                        present.remove(photo) != nil
                    else { continue }
                    try catalog.forget([photo.path])
                    untouched.remove(photo.id)
                case 2:
                    guard let photo = present.randomElement(using: &generator) else { continue }
                    try catalog.forget([photo.path])
                    try catalog.add([photo])
                    untouched.remove(photo.id)
                default: continue
                }
            }
            try #require(Set(seen).count == seen.count, "walk \(walk) shows a photo twice")
            try #require(untouched.isSubset(of: seen), "walk \(walk) loses a photo")
            while present.count < 30 {
                let photo = ImaginaryPhoto(number: next, date: .random(in: -100...100, using: &generator))
                next += 1
                try catalog.add([photo])
                present.insert(photo)
            }
        }
    }
}
