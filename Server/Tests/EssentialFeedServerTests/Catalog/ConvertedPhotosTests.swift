import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Photos that a program converts many at a time, each to a file with another name.
@Suite struct ConvertedPhotosTests {
    /// Returns the photos that each of some converted photos may show, by its number.
    private func known(of converted: Range<Int>, amongGone count: Int) throws -> [Int: Set<UUID>] {
        let successions = Box<[PhotoSuccession]>([])
        var settings = CatalogSettings.knowingKey(now: { Date() })
        settings.succeed = { found in
            for succession in found { successions.append(succession) }
            return []
        }
        let originals = (0..<count).map { ImaginaryPhoto(number: $0, look: .imaginary($0)) }
        settings.hiddenAndClosed = { Set(originals.map(\.id)) }
        let catalog = try CatalogKind.inMemory.make(TemporaryFolder(), settings)
        try catalog.add(originals)
        try catalog.endFirstImport()
        try catalog.record(
            originals.map { SizingResult(photo: $0.id, outcome: .made(placeholder: [], look: $0.look)) })
        try catalog.forget(originals.map(\.path))
        let files = converted.map { ImaginaryPhoto(number: 1_000 + $0, look: .imaginary($0)) }
        try catalog.add(files)
        let found = successions.value.map { succession in
            (files.first { $0.path == succession.path }.map { $0.number - 1_000 } ?? -1, succession.known)
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    @Test func `Server: each of many converted photos may be its original, and no other photo`() throws {
        let known = try known(of: 0..<40, amongGone: 40)
        for number in 0..<40 { #expect(known[number] == [ImaginaryPhoto(number: number).id], "\(number)") }
    }

    @Test func `Server: a converted photo may be any of those that are too many to be compared with`() throws {
        let known = try known(of: 0..<2, amongGone: 260)
        for number in 0..<2 { #expect(known[number]?.contains(ImaginaryPhoto(number: number).id) == true) }
    }
}
