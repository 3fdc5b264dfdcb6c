import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Whether an image shows the same before and after its metadata is taken out.
@Suite struct CleanedPictureTests {
    @Test(arguments: ["animated.gif", "animated.webp"])
    func `The first frame of a cleaned animation shows the same`(name: String) throws {
        let data = try PrivatePicture.data(name)
        let image = try CleanedAnimation(of: data)
        var cleaned = Data()
        for piece in image.pieces {
            switch piece {
            case .original(let range): cleaned += data[range]
            case .literal(let bytes): cleaned += bytes
            }
        }
        let header = try ImageHeader(of: data)
        let size = header.uprightSize
        let decoder = PictureDecoder()
        let (shown, expected) = (try decoder.decode(cleaned, filling: size), try decoder.decode(data, filling: size))
        #expect(shown.size == size)
        #expect(shown.size == expected.size)
        withExtendedLifetime((shown, expected)) { #expect(Array(shown.pixels) == Array(expected.pixels)) }
    }
}
