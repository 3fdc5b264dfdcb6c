import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// exiftool's output for cleaned animations.
@Suite struct CleanedAnimationProgramsTests {
    /// The permitted tags: sizes and coding, timing, and facts about the file itself.
    private static let allowed: Set = [
        "SourceFile", "ExifTool", "System", "Composite:ImageSize", "Composite:Megapixels", "File:FileType",
        "File:FileTypeExtension", "File:ImageHeight", "File:ImageWidth", "File:MIMEType", "GIF:AnimationIterations",
        "GIF:BackgroundColor", "GIF:BitsPerPixel", "GIF:ColorResolutionDepth", "GIF:Duration", "GIF:FrameCount",
        "GIF:GIFVersion", "GIF:HasColorMap", "GIF:ImageHeight", "GIF:ImageWidth", "GIF:TransparentColor",
        "RIFF:AlphaCompression", "RIFF:AlphaFiltering", "RIFF:AlphaPreprocessing", "RIFF:AnimationLoopCount",
        "RIFF:BackgroundColor", "RIFF:Duration", "RIFF:HorizontalScale", "RIFF:ImageHeight", "RIFF:ImageWidth",
        "RIFF:VP8Version", "RIFF:VerticalScale", "RIFF:WebP_Flags",
    ]

    private func write(_ name: String, cleanedTo file: URL) throws {
        let data = try PrivatePicture.data(name)
        let image = try CleanedAnimation(of: data)
        try Data(image.bytes(in: 0..<image.count, of: ReadBytes(data))).write(to: file)
    }

    @Test(arguments: ["animated.gif", "animated.webp"])
    func `Exiftool finds nothing in a cleaned animation but how to show it`(name: String) async throws {
        let folder = TemporaryFolder()
        let file = folder.url.appending(path: "cleaned")
        try write(name, cleanedTo: file)
        let tags = try await tags(of: file.path)
        #expect(tags.count > 10)
        for (tag, value) in tags {
            let isAllowed = Self.allowed.contains(tag) || Self.allowed.contains(tag.components(separatedBy: ":")[0])
            #expect(isAllowed, "\(tag) is \(value)")
            #expect(!"\(value)".contains("CANARY"), "\(tag) is \(value)")
        }
    }

    private func tags(of path: String) async throws -> [String: Any] {
        // Every tag, those inside others too, as numbers where it has both.
        let result = try await TestProgram.succeed(["exiftool", "-json", "-G1", "-a", "-u", "-ee", "-n", path])
        let all = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
        return try #require(all?.first)
    }
}
