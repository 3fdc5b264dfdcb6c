import Crypto
import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// XMP continued in more segments of a JPEG.
@Suite struct ExtendedXMPTests {
    private static let packet = packet(of: 150_000)
    private static let name = name(of: packet)

    private static func packet(of count: Int) -> Data {
        let rest = String(repeating: "x", count: count)
        return Data(Pictures.xmp("<dc:title>the boats</dc:title><dc:rights>\(rest)</dc:rights>").utf8)
    }

    private static func name(of packet: Data) -> String {
        Insecure.MD5.hash(data: packet).map { String(format: "%02X", $0) }.joined()
    }

    /// Returns the contents of segments, each with the packet's name, the number of its bytes, and a place.
    private static func parts(_ packet: Data = packet, named name: String = name) -> [Data] {
        let head = Data("http://ns.adobe.com/xmp/extension/\0\(name)".utf8) + Pictures.number(packet.count, 4)
        return stride(from: 0, to: packet.count, by: 65_000).map { start in
            head + Pictures.number(start, 4) + packet.dropFirst(start).prefix(65_000)
        }
    }

    /// Returns the caption of a JPEG whose main packet has the name of another one.
    private func caption(_ parts: [Data], named name: String = name) throws -> String? {
        let note = "<rdf:Description xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(name)'/>"
        let main = Data("http://ns.adobe.com/xap/1.0/\0\(Pictures.xmp(note))".utf8)
        let segments = (parts + [main]).map { Data([0xFF, 0xE1] + Pictures.number($0.count + 2, 2)) + $0 }
        let picture = Pictures.jpeg()
        let data = picture.prefix(2) + segments.reduce(Data(), +) + picture.dropFirst(2)
        return try ImageMetadata(of: ReadBytes(data), format: .jpeg).caption
    }

    @Test func `The parts are joined in whatever order they are, also if one is there twice`() throws {
        let parts = Self.parts()
        #expect(parts.count == 3)
        for parts in [parts, parts.reversed(), [parts[1]] + parts] {
            #expect(try caption(parts) == "the boats")
        }
    }

    @Test func `Nothing is read if a part is missing, changed or another packet's, or if there is too much`() throws {
        let parts = Self.parts()
        var changed = parts
        changed[1][changed[1].endIndex - 1] ^= 1
        let other = String(Self.name.reversed())
        for parts in [Array(parts.dropLast()), changed, Self.parts(named: other)] {
            #expect(try caption(parts) == nil)
        }
        #expect(try caption(Self.parts(named: other), named: other) == nil)
        let large = Self.packet(of: 4 << 20)
        #expect(try caption(Self.parts(large, named: Self.name(of: large)), named: Self.name(of: large)) == nil)
    }
}
