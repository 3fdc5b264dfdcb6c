import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Photos that a program converts many at a time, each to a file with another name.
@Suite struct ConvertedPhotosTests {
    /// Returns the photos that each of some converted photos may show, by its number.
    /// - Parameters:
    ///   - hidden: The number of hidden originals, the longest gone; `nil` for all. In each of the others, a part needn't
    ///     be found, which takes long.
    ///   - times: The capture times of the originals and of the converted photos.
    ///   - areTimesLasting: Whether exports change neither of them.
    private func known(
        of converted: Range<Int>, amongGone count: Int, hidden: Int? = nil,
        times: (String, String) = ("2020:05:20 11:24:59", "2021:05:20 11:24:59"), areTimesLasting: Bool = false
    ) throws -> [Int: Set<UUID>] {
        let successions = Box<[PhotoSuccession]>([])
        var settings = CatalogSettings.knowingKey(now: { Date() })
        settings.succeed = { found in
            for succession in found { successions.append(succession) }
            return []
        }
        func photo(_ number: Int, look: Int, _ time: String) -> ImaginaryPhoto {
            ImaginaryPhoto(
                number: number, look: .imaginary(look), captureTime: CaptureTime(time),
                isCaptureTimeLasting: areTimesLasting)
        }
        let originals = (0..<count).map { photo($0, look: $0, times.0) }
        let hiddenIDs = Set(originals.prefix(hidden ?? count).map(\.id))
        settings.hiddenAndClosed = { hiddenIDs }
        let catalog = try CatalogKind.inMemory.make(TemporaryFolder(), settings)
        try catalog.add(originals)
        try catalog.endFirstImport()
        try catalog.record(originals.map { SizingResult(photo: $0.id, outcome: .made(placeholder: [], look: $0.look)) })
        try catalog.forget(originals.map(\.path))
        let files = converted.map { photo(1_000 + $0, look: $0, times.1) }
        try catalog.add(files)
        let found = successions.value.compactMap { succession in
            files.first { $0.path == succession.path }.map { ($0.number - 1_000, succession.known) }
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    @Test func `Server: each of many converted photos may be its original, and no other photo`() throws {
        let known = try known(of: 0..<40, amongGone: 40)
        for number in 0..<40 { #expect(known[number] == [ImaginaryPhoto(number: number).id], "\(number)") }
    }

    @Test(arguments: [1, 260])
    func `Server: a converted photo with another time is another if exports change neither time`(count: Int) throws {
        let known = try known(of: 0..<1, amongGone: count, areTimesLasting: true)
        #expect(known.values.allSatisfy { $0.isEmpty })
    }

    /// Programs write a day as midnight, and it was read as midnight once.
    @Test(arguments: [("2020:05:20", true), ("2020:05:21", false)])
    func `Server: a photo dated by a day may be any of that day that are too many to be compared with`(
        day: String, isKnown: Bool
    ) throws {
        let known = try known(
            of: 0..<1, amongGone: 260, hidden: 1, times: ("2020:05:20 00:00:00", "\(day) 12:00:00"),
            areTimesLasting: true)
        #expect(known[0]?.contains(ImaginaryPhoto(number: 0).id) ?? false == isKnown)
    }

    @Test func `Server: a converted photo may be any of those that are too many to be compared with`() throws {
        let known = try known(of: 0..<2, amongGone: 260, hidden: 2)
        for number in 0..<2 { #expect(known[number]?.contains(ImaginaryPhoto(number: number).id) == true) }
    }
}
