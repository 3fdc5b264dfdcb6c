import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct PictureEndTests {
    private func isThere(_ picture: Data) throws -> Bool {
        let format = try #require(ImageFormat(of: picture))
        return try PictureEnd.isThere(in: Array(picture), format: format)
    }

    private func pictures() throws -> [(name: String, data: Data)] {
        try TestPicture.names().map { ($0, try TestPicture.data($0)) }.filter {
            PhotoFacts.formats.contains(try #require(ImageFormat(of: $0.1)))
        }
    }

    @Test("N082 Server: every whole picture has its end, whatever follows it")
    func test_isThere_isTrueForWholePictures() throws {
        for (name, data) in try pictures() {
            #expect(try isThere(data), "\(name)")
            #expect(try isThere(data + Data([0, 0xFF, 0xD8, 1, 2, 3])), "\(name)")
        }
    }

    @Test("N082 Server: a picture that was cut anywhere has none")
    func test_isThere_isFalseForCutPictures() throws {
        for (name, data) in try pictures() {
            let cuts = [data.count - 1, data.count - 2, data.count - 3] + (1...12).map { data.count * $0 / 13 }
            for count in cuts where count > 64 {
                #expect(try !isThere(data.prefix(count)), "\(name) cut at \(count) of \(data.count)")
            }
        }
    }

    @Test("N082 Server: the end in a thumbnail is not the picture's")
    func test_isThere_looksPastThumbnails() throws {
        let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9]
        let picture = Pictures.jpeg(exif: thumbnail)
        #expect(try isThere(picture))
        #expect(try !isThere(picture.dropLast(2)))
        #expect(try !isThere(picture.dropLast(1)))
    }

    @Test("N081 Server: the end is found in time that grows with the bytes alone")
    func test_isThere_isLinear() {
        func expectLinear(_ input: (Int) -> [UInt8], _ format: ImageFormat) {
            let growth = growth(from: 20_000, input: input) { bytes in
                do {
                    _ = try PictureEnd.isThere(in: bytes, format: format)
                } catch {
                    Issue.record(error)
                }
            }
            #expect(growth < linearGrowth, "\(format) \(growth)")
        }
        expectLinear({ [0xFF, 0xD8] + Array(repeating: 0xFF, count: $0) }, .jpeg)
        expectLinear({ [0xFF, 0xD8] + Array(repeating: 1, count: $0) }, .jpeg)
        expectLinear({ [0xFF, 0xD8] + (0..<$0 / 4).flatMap { _ in [0xFF, 0xE1, 0, 2] as [UInt8] } }, .jpeg)
        expectLinear({ Array(repeating: 0, count: $0) }, .png)
        expectLinear({ Array(repeating: 0, count: $0) }, .gif)
        expectLinear({ Array(repeating: 1, count: $0) }, .gif)
    }
}
