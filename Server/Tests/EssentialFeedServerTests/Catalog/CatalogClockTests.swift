import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// What a catalog still does after its clock was far ahead for a time.
@Suite struct CatalogClockTests {
    private let state = TemporaryFolder()
    private let now = Box(Date(timeIntervalSince1970: 4_080_000_000))
    private let photo = ImaginaryPhoto(number: 1, size: PixelSize(width: 2_000, height: 1_000))

    private func setRight() { now.set(Date(timeIntervalSince1970: 1_800_000_000)) }

    @Test("Server: a photo whose decoding was given up in 2099 is tried again now", arguments: CatalogKind.allCases)
    func photosToSize(kind: CatalogKind) throws {
        let catalog = try kind.make(state, now: { [now] in now.value })
        try catalog.add([photo])
        try catalog.record([SizingResult(photo: photo.id, outcome: .gaveUp(reason: "the decoder ended"))])
        #expect(try catalog.photosToSize(limit: 9) == [])
        setRight()
        #expect(try catalog.photosToSize(limit: 9) == [photo.id])
        #expect(try catalog.mayBeSized(photo.id))
    }

    @Test("Server: what is known of a photo that was deleted in 2099 is forgotten now", arguments: CatalogKind.allCases)
    func photosToEmpty(kind: CatalogKind) throws {
        let catalog = try kind.make(state, now: { [now] in now.value })
        try catalog.add([photo])
        try catalog.forget([photo.path])
        #expect(try catalog.photosToEmpty(limit: 9) == [])
        setRight()
        #expect(try catalog.photosToEmpty(limit: 9) == [photo.id])
    }

    @Test(
        "Server: what is known of a photo that has just vanished is kept if the clock goes back by hours",
        arguments: CatalogKind.allCases)
    func photosToEmptyAfterStepBack(kind: CatalogKind) throws {
        let catalog = try kind.make(state, now: { [now] in now.value })
        setRight()
        let right = now.value
        try catalog.add([photo])
        try catalog.forget([photo.path])
        for hours in [-1.0, -23, 0.9] {
            now.set(right + hours * 3_600)
            #expect(try catalog.photosToEmpty(limit: 9) == [], "\(hours)")
        }
        now.set(right + 3_600)
        #expect(try catalog.photosToEmpty(limit: 9) == [photo.id])
    }
}
