import Foundation
import TestSupport
import Testing

@testable import ImageFormats

/// What is left of ICC profiles, and the packed data in which a PNG holds them.
@Suite struct ReducedProfileTests {
    private static func profile(_ data: Data) throws -> Data {
        guard case .plain(let profile)? = ImageFormat(of: data)?.profile(in: data) else { return Data() }
        return profile
    }

    @Test("A profile that can't be read isn't left out: its image isn't cleaned")
    func test_data_throwsWhenTheProfileIsUnknown() throws {
        let profile = try Self.profile(TestPicture.data("display-p3.jpg"))
        #expect(throws: Never.self) { try ReducedProfile.data(profile) }
        for count in stride(from: 0, to: profile.count - 1, by: 3) {
            #expect(throws: ImageFormatError.self) { try ReducedProfile.data(profile.prefix(count)) }
        }
        for (index, value) in [(12, 0), (16, 0), (36, 0), (131, 200)] as [(Int, UInt8)] {
            var broken = profile
            broken[broken.startIndex + index] = value
            #expect(throws: ImageFormatError.self, "\(index)") { try ReducedProfile.data(broken) }
        }
    }

    @Test("Tags of a profile that share their content still do, and a reduced profile is the same reduced again")
    func test_data_isTheSameAgain() throws {
        for name in ["camera.jpg", "lossy.webp"] {
            let profile = try ReducedProfile.data(Self.profile(PrivatePicture.data(name)))
            // The three curves have one place.
            #expect(profile.count < 500)
            #expect(try ReducedProfile.data(Data(profile)) == profile)
        }
    }

    @Test("A profile with tables, as presses have, keeps them")
    func test_data_keepsTables() throws {
        let profile = try Self.profile(TestPicture.data("cmyk-profile.jpg"))
        let reduced = try ReducedProfile.data(profile)
        #expect(Data(reduced).range(of: Data("mft".utf8)) != nil)
    }

    @Test("Packed data is unpacked in each of its forms, within the limit")
    func test_unpack_readsWhatWasPacked() throws {
        let long = Array((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) })
        for data in [[], [7], long] {
            let packed = Data(Deflation.store(data))
            #expect(try Array(Inflation.unpack(packed, limit: 100_000)) == data)
            if !data.isEmpty {
                #expect(throws: ImageFormatError.self) { try Inflation.unpack(packed, limit: data.count - 1) }
            }
        }
    }

    @Test(
        "Data that zlib has packed with its own codes and with fixed ones is unpacked",
        arguments: [
            ("78014b4c4a4e8421001de00499", "abcabcabcabc"),
            (
                "78dacd8cd1098000084457391da36dd4d482a028f7a7a329fa391e774f674b4c3e83d5c6701686c5759fb51fb9c060e21a486966"
                    + "496893439dbda9c1c9896616824e325ded5b9d9cf4438ab74d0efaa67ffef902e79248b9",
                "the test data of the profile: "
                    + (0..<120).map {
                        "\(["a", "b", "c", "d", "e", "f", "g"][($0 * $0 / 4) % 7])\([" ", "!", "\""][$0 % 3])"
                    }
                    .joined()
            ),
        ])
    func test_unpack_readsWhatZlibHasPacked(packed: String, text: String) throws {
        let digits = Array(packed)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        #expect(try Inflation.unpack(Data(bytes), limit: 1_000) == Data(text.utf8))
        for count in 0..<bytes.count - 4 {
            #expect(throws: ImageFormatError.self) { try Inflation.unpack(Data(bytes.prefix(count)), limit: 1_000) }
        }
    }
}
