import Foundation
import ImageDecoding
import ImageFormats

/// Decodes bytes that libFuzzer makes up. Compiled by `Scripts/fuzz.sh` together with the decoder.
///
/// Tries both a card's size and a small one, to include the scaling of a format. The budget is smaller than the app's,
/// to try more pictures in a second.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeFuzzedPicture(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let data = Data(bytes: bytes, count: count)
    // A mistake of libheif ends a decoder's process, not this one.
    guard ![.avif, .heic].contains(ImageFormat(of: data)) else { return 0 }
    // Sanitized code is slower by far.
    let limit = PictureTimeLimit(least: .seconds(10), perMegapixel: .milliseconds(500))
    let decoder = PictureDecoder(budget: 48 << 20, timeLimit: limit)
    let box = count % 2 == 0 ? PixelSize(width: 552, height: 414) : PixelSize(width: 40, height: 30)
    do {
        let estimate = try DecodePlan(of: data).estimatedBytes(filling: box)
        precondition(estimate > 0, "an estimate of \(estimate) bytes")
        let picture = try decoder.decode(data, filling: box)
        precondition(picture.size.width <= box.width && picture.size.height <= box.height, "\(picture.size)")
    } catch .tooSlow {
        preconditionFailure("decoding takes too long")
    } catch {
        // Most bytes can't be decoded.
    }
    return 0
}
