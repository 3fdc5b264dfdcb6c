import Foundation
import TestSupport
import Testing

@testable import ImageFormats

/// What other programs read from cleaned images: exiftool their metadata, libheif and libavif their pixels.
@Suite struct CleanedImageProgramsTests {
    /// What exiftool may find: sizes and coding, colours, orientation, timing, and what it says about the file itself.
    private static let allowed: Set = [
        "SourceFile", "ExifTool", "System", "Composite:ImageSize", "Composite:Megapixels", "IFD0:Orientation",
        "File:BitsPerSample", "File:ColorComponents", "File:EncodingProcess", "File:ExifByteOrder", "File:FileType",
        "File:FileTypeExtension", "File:ImageHeight", "File:ImageWidth", "File:MIMEType", "File:YCbCrSubSampling",
        "Adobe", "JFIF", "GIF:AnimationIterations", "GIF:BackgroundColor", "GIF:BitsPerPixel",
        "GIF:ColorResolutionDepth", "GIF:Duration", "GIF:FrameCount", "GIF:GIFVersion", "GIF:HasColorMap",
        "GIF:ImageHeight", "GIF:ImageWidth", "GIF:TransparentColor", "ICC-header", "ICC_Profile:RedMatrixColumn",
        "ICC_Profile:GreenMatrixColumn", "ICC_Profile:BlueMatrixColumn", "ICC_Profile:RedTRC", "ICC_Profile:GreenTRC",
        "ICC_Profile:BlueTRC", "ICC_Profile:MediaWhitePoint", "ICC_Profile:ProfileDescription",
        "ICC_Profile:ProfileCopyright", "Meta:PrimaryItemReference", "PNG-pHYs", "PNG:BitDepth", "PNG:ColorType",
        "PNG:Compression", "PNG:Filter", "PNG:ImageHeight", "PNG:ImageWidth", "PNG:Interlace", "PNG:ProfileName",
        "RIFF:AlphaCompression", "RIFF:AlphaFiltering", "RIFF:AlphaPreprocessing", "RIFF:AnimationLoopCount",
        "RIFF:BackgroundColor", "RIFF:Duration", "RIFF:HorizontalScale", "RIFF:ImageHeight", "RIFF:ImageWidth",
        "RIFF:VP8Version", "RIFF:VerticalScale", "RIFF:WebP_Flags", "QuickTime:AV1ConfigurationVersion",
        "QuickTime:AuxiliaryImageType", "QuickTime:AverageFrameRate", "QuickTime:BitDepthChroma",
        "QuickTime:BitDepthLuma", "QuickTime:ChromaFormat", "QuickTime:ChromaSamplePosition",
        "QuickTime:ColorPrimaries", "QuickTime:ColorProfiles", "QuickTime:CompatibleBrands",
        "QuickTime:ConstantFrameRate", "QuickTime:ConstraintIndicatorFlags", "QuickTime:GenProfileCompatibilityFlags",
        "QuickTime:GeneralLevelIDC", "QuickTime:GeneralProfileIDC", "QuickTime:GeneralProfileSpace",
        "QuickTime:GeneralTierFlag", "QuickTime:HEVCConfigurationVersion", "QuickTime:HandlerType",
        "QuickTime:ImagePixelDepth", "QuickTime:ImageSpatialExtent", "QuickTime:MajorBrand",
        "QuickTime:MatrixCoefficients", "QuickTime:MediaDataOffset", "QuickTime:MediaDataSize",
        "QuickTime:MinSpatialSegmentationIDC", "QuickTime:MinorVersion", "QuickTime:NumTemporalLayers",
        "QuickTime:ParallelismType", "QuickTime:Rotation", "QuickTime:TemporalIDNested",
        "QuickTime:TransferCharacteristics", "QuickTime:HighBitDepth", "QuickTime:InitialDelaySamples",
        "QuickTime:MediaData", "QuickTime:SeqLevelIdx0", "QuickTime:SeqProfile", "QuickTime:SeqTier0",
        "QuickTime:TwelveBit", "QuickTime:Unknown_imir",
    ]

    private func write(_ name: String, cleanedTo file: URL) throws {
        let data = try PrivatePicture.data(name)
        let image = try CleanedImage(of: data)
        try Data(image.bytes(in: 0..<image.count, of: ReadBytes(data))).write(to: file)
    }

    @Test("Exiftool finds nothing in a cleaned image but how to show it", arguments: try PrivatePicture.names())
    func test_init_leavesNothingForExiftool(name: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "cleaned")
        try write(name, cleanedTo: file)
        let tags = try await tags(of: file.path)
        #expect(tags.count > 10)
        for (tag, value) in tags {
            let isAllowed = Self.allowed.contains(tag) || Self.allowed.contains(tag.components(separatedBy: ":")[0])
            #expect(isAllowed, "\(tag) is \(value)")
            #expect(!"\(value)".contains("CANARY"), "\(tag) is \(value)")
        }
        for neutral in ["ICC_Profile:ProfileDescription", "ICC_Profile:ProfileCopyright", "PNG:ProfileName"] {
            if let text = tags[neutral] { #expect("\(text)" == "-") }
        }
        for empty in ["ProfileCreator", "DeviceManufacturer", "DeviceModel", "ProfileCMMType", "PrimaryPlatform"] {
            if let text = tags["ICC-header:\(empty)"] { #expect("\(text)" == "") }
        }
    }

    private func tags(of path: String) async throws -> [String: Any] {
        // Every tag, those inside others too, as numbers where it has both.
        let result = try await TestProgram.succeed(["exiftool", "-json", "-G1", "-a", "-u", "-ee", "-n", path])
        let all = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
        return try #require(all?.first)
    }

    @Test(
        "The pixels of a cleaned HEIC or AVIF, as another library shows them, are the original's",
        arguments: try PrivatePicture.names().filter { $0.hasSuffix("heic") || $0.hasSuffix("avif") })
    func test_init_keepsPixelsWhenHEICOrAVIF(name: String) async throws {
        let folder = try TemporaryFolder()
        let original = folder.url.appending(path: "original").appendingPathExtension(name.suffix(4).description)
        let cleaned = folder.url.appending(path: "cleaned").appendingPathExtension(name.suffix(4).description)
        try PrivatePicture.data(name).write(to: original)
        try write(name, cleanedTo: cleaned)
        let (shown, expected) = (try await pixels(of: cleaned), try await pixels(of: original))
        #expect(shown.pixels == expected.pixels)
        #expect(shown.size == expected.size)
        let header = try ImageHeader(of: PrivatePicture.data(name))
        let upright =
            header.orientation.exchangesSides
            ? PixelSize(width: header.size.height, height: header.size.width) : header.size
        #expect(shown.size == upright)
    }

    /// Returns the packed pixels of a PNG that an image is converted to, which are the same for the same pixels.
    private func pixels(of file: URL) async throws -> (size: PixelSize, pixels: [Data]) {
        let picture = file.appendingPathExtension("png")
        try await TestProgram.succeed(["heif-convert", file.path, picture.path])
        let data = try Data(contentsOf: picture)
        let reader = ByteReader(data)
        let pixels = PNGChunks(reader).filter { $0.name == PNGChunks.pixels }.map { reader.prefix(of: $0.content) }
        return (try ImageHeader(of: data).size, pixels)
    }
}
