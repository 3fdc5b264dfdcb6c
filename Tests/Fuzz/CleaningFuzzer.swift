import Foundation
import ImageFormats

/// Cleans animations made up by libFuzzer. Compiled by `Scripts/fuzz.sh` together with the server's `Metadata`, whose
/// readers get the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func cleanFuzzedPicture(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let original = FuzzedBytes(data: Data(bytes: bytes, count: count))
    do {
        let image = try CleanedAnimation(of: original)
        let cleaned = FuzzedBytes(data: Data(image.bytes(in: 0..<image.count, of: original)))
        precondition(cleaned.count == image.count, "\(cleaned.count) bytes instead of \(image.count)")
        let again = try CleanedAnimation(of: cleaned)
        precondition(
            Data(again.bytes(in: 0..<again.count, of: cleaned)) == cleaned.data, "cleaning again changes the image")
    } catch {
        // Most bytes make no image.
    }
    if let format = ImageFormat(of: original.data) {
        _ = ImageMetadata(of: original, format: format)
        _ = format.hasEnd(in: original.data)
    }
    var metadata = ImageMetadata()
    for kind in [SidecarName.Kind.xmp, .takeout] { metadata.add(original.data, kind) }
    _ = ImageMetadata([MetadataBlock(exif: original.data), MetadataBlock(iptc: original.data)].compactMap(\.self))
    _ = Inflate.unpack(original.data, atMost: 100_000)
    _ = FileNameTime(Array(original.data), now: .distantFuture)
    do throws(ImageFormatError) {
        _ = try ImageHeader(of: original.data)
    } catch {}
    return 0
}

private struct FuzzedBytes: ByteSource {
    let data: Data

    var count: Int { data.count }

    func bytes(in range: Range<Int>) throws(Never) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside of \(count) bytes")
        return Array(data.dropFirst(range.lowerBound).prefix(range.count))
    }
}

/// Stands in for the server's type, which needs its other files. Ranges of names aren't fuzzed.
struct FolderPath: Hashable, Comparable {
    let bytes: [UInt8]

    var last: FolderPath { self }

    static func < (first: FolderPath, second: FolderPath) -> Bool {
        first.bytes.lexicographicallyPrecedes(second.bytes)
    }
}
