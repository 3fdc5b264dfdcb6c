import Foundation
import Testing

@testable import ImageFormats

/// What a walk over a JPEG tolerates: metadata is read strictly, headers past gaps, and ends past anything.
@Suite struct JPEGSegmentsTests {
    private func markers(_ bytes: [UInt8], tolerating tolerance: JPEGSegments.Tolerance = []) -> (
        markers: [Int], ending: JPEGSegments.Ending?
    ) {
        var segments = JPEGSegments(ByteReader(Data([0xFF, 0xD8] + bytes)), tolerating: tolerance)
        var markers: [Int] = []
        while let segment = segments.next() { markers.append(segment.marker) }
        return (markers, segments.ending)
    }

    @Test(arguments: [[], .gaps] as [JPEGSegments.Tolerance])
    func `Fill bytes before a marker are skipped, whatever else is tolerated`(tolerance: JPEGSegments.Tolerance) {
        let result = markers([0xFF, 0xFF, 0xFF, 0xE0, 0, 3, 7, 0xFF, 0xD9], tolerating: tolerance)
        #expect(result.markers == [0xE0])
        #expect(result.ending == .endOfImage)
    }

    @Test func `Bytes between segments end a walk, unless gaps are tolerated`() {
        let bytes: [UInt8] = [1, 2, 0xFF, 0x00, 0xFF, 0xD3, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9]
        #expect(markers(bytes).markers.isEmpty)
        #expect(markers(bytes).ending == .malformed)
        #expect(markers(bytes, tolerating: .gaps).markers == [0xE0])
        #expect(markers(bytes, tolerating: .gaps).ending == .endOfImage)
    }

    @Test func `A length that is too short for itself ends a walk, unless it is tolerated`() {
        let bytes: [UInt8] = [0xFF, 0xE0, 0, 1, 0xFF, 0xD9]
        #expect(markers(bytes, tolerating: .gaps).ending == .malformed)
        #expect(markers(bytes, tolerating: [.gaps, .shortLengths]).ending == .endOfImage)
    }

    @Test func `A walk ends as cut short where the data does`() {
        let bytes: [UInt8] = [0xFF, 0xE0, 0, 9, 1, 2]
        #expect(markers(bytes).markers == [0xE0])
        #expect(markers(bytes).ending == .cutShort)
    }
}
