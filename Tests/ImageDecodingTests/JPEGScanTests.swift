import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Progressive JPEGs whose scans never send some coefficients. They are valid, and made with jpegtran.
@Suite struct JPEGScanTests {
    private static let size = PixelSize(width: 64, height: 48)
    private static let withoutFineColours = "0,1,2: 0-0, 0, 0; 0: 1-63, 0, 0; 1: 1-5, 0, 0; 2: 1-5, 0, 0;"
    private static let scripts = [
        withoutFineColours, "0,1,2: 0-0, 0, 0; 0: 1-63, 0, 0;", "0: 0-0, 0, 0; 1,2: 0-0, 0, 0;",
        "0,1,2: 0-0, 0, 1; 0: 1-5, 0, 1; 0,1,2: 0-0, 1, 0; 0: 1-5, 1, 0;",
    ]
    private static let pixelsByPillow = """
        import sys
        from PIL import Image
        sys.stdout.buffer.write(Image.open(sys.argv[1]).convert("RGB").tobytes())
        """

    private let decoder = PictureDecoder(timeLimit: .patient)
    private let folder = TemporaryFolder()

    /// Returns a JPEG with the scans of a script.
    private func jpeg(_ script: String, _ coding: String = "-optimize") async throws -> URL {
        let names = ["scans", "original.jpg", "rewritten.jpg"]
        let files = names.map { folder.url.appending(path: $0) }
        try Data(script.utf8).write(to: files[0])
        try Samples.encoded(Self.size.width, Self.size.height, as: "jpeg") { x, y in
            (UInt8(x * 37 % 256), UInt8(y * 53 % 256), UInt8(x * y % 256), 255)
        }.write(to: files[1])
        let paths = files.map { $0.path(percentEncoded: false) }
        try await TestProgram.succeed(["jpegtran", coding, "-scans", paths[0], "-outfile", paths[2], paths[1]])
        return files[2]
    }

    @Test(arguments: scripts, ["-optimize", "-arithmetic"])
    func `A JPEG that never sends some coefficients is shown as by other programs`(
        script: String, coding: String
    ) async throws {
        let file = try await jpeg(script, coding)
        let call = ["/usr/bin/python3", "-c", Self.pixelsByPillow, file.path(percentEncoded: false)]
        let expected = try await TestProgram.succeed(call).output
        let picture = try decoder.decode(Data(contentsOf: file), filling: Self.size)
        let pixels = withExtendedLifetime(picture) { Data(picture.pixels) }
        #expect(pixels == expected)
    }

    @Test func `B236 Without its end, such a JPEG is an error, wherever it is cut`() async throws {
        let data = try await Data(contentsOf: jpeg(Self.withoutFineColours))
        for count in 0..<data.count {
            #expect(throws: PictureError.self, "\(count) of \(data.count) bytes") {
                try decoder.decode(data.prefix(count), filling: Self.size)
            }
        }
    }

    @Test func `B236 Without some data of its last scan, such a JPEG is an error, even with the marker of its end`()
        async throws
    {
        let data = try await Data(contentsOf: jpeg(Self.withoutFineColours))
        // The scan's header has eight bytes after its marker.
        let start = try #require(data.ranges(of: [0xFF, 0xDA]).last).upperBound + 8
        for count in start..<data.count - 2 {
            #expect(throws: PictureError.self, "\(count) of \(data.count) bytes") {
                try decoder.decode(data.prefix(count) + [0xFF, 0xD9], filling: Self.size)
            }
        }
    }
}
