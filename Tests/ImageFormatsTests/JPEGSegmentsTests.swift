import Foundation
import Testing

@testable import ImageFormats

/// The faults tolerated by a walk over a JPEG.
@Suite struct JPEGSegmentsTests {
    private func markers(_ bytes: [UInt8]) -> (markers: [Int], ending: WalkEnding?) {
        var segments = JPEGSegments(ByteReader(Data([0xFF, 0xD8] + bytes)))
        var markers: [Int] = []
        while let segment = segments.next() { markers.append(segment.marker) }
        return (markers, segments.ending)
    }

    @Test func `Fill bytes before a marker are skipped`() {
        let result = markers([0xFF, 0xFF, 0xFF, 0xE0, 0, 3, 7, 0xFF, 0xD9])
        #expect(result.markers == [0xE0])
        #expect(result.ending == .endOfImage)
    }

    @Test func `Bytes between segments are skipped`() {
        let result = markers([1, 2, 0xFF, 0x00, 0xFF, 0xD3, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9])
        #expect(result.markers == [0xE0])
        #expect(result.ending == .endOfImage)
    }

    @Test func `The data of JPEG-LS, in which one bit is escaped, is skipped`() {
        let result = markers([0xFF, 0xF7, 0, 2, 0xFF, 0xDA, 0, 2, 7, 0xFF, 0x4E, 0xFF, 0x7F, 0xFF, 0xD9])
        #expect(result.markers == [0xF7, 0xDA])
        #expect(result.ending == .endOfImage)
    }

    @Test func `A length that is too short for itself ends a walk`() {
        #expect(markers([0xFF, 0xE0, 0, 1, 0xFF, 0xD9]).ending == .malformed)
    }

    @Test func `A walk ends as cut short where the data does`() {
        let bytes: [UInt8] = [0xFF, 0xE0, 0, 9, 1, 2]
        #expect(markers(bytes).markers == [0xE0])
        #expect(markers(bytes).ending == .cutShort)
    }
}
