import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// An XMP packet's properties of its own image, read as XML.
@Suite struct XMPPacketTests {
    private func caption(_ packet: some Sequence<UInt8>) -> String? {
        ImageMetadata([MetadataBlock(xmp: Data(packet))].compactMap(\.self)).caption
    }

    private func location(_ content: String) -> String? {
        ImageMetadata([MetadataBlock(xmp: Data(Pictures.xmp(content).utf8))].compactMap(\.self)).location
    }

    @Test(
        arguments: [
            ("<dc:description><![CDATA[salt & <pepper>]]></dc:description>", "salt & <pepper>"),
            ("<dc:description><!-- a comment -->text</dc:description>", "text"),
            ("<dc:description><rdf:Description><rdf:value>text</rdf:value></rdf:Description></dc:description>", "text"),
            ("<dc:description rdf:value='text'/>", "text"),
            ("<dc:description><rdf:Bag><rdf:li rdf:resource='urn:text'/></rdf:Bag></dc:description>", "urn:text"),
            (
                "<d:description xmlns:d='http://purl.org/dc/elements/1.1/'><rdf:Bag><rdf:li>text</rdf:li></rdf:Bag>"
                    + "</d:description>", "text"
            ),
            ("<dc:description xmlns:dc='http://example.org/'>text</dc:description>", nil),
            (
                "<xmpMM:Pantry><rdf:Bag><rdf:li><rdf:Description><dc:description>another photo's</dc:description>"
                    + "</rdf:Description></rdf:li></rdf:Bag></xmpMM:Pantry>", nil
            ),
            (
                "<xmpMM:DerivedFrom rdf:parseType='Resource'><dc:description>no</dc:description></xmpMM:DerivedFrom>",
                nil
            ),
            ("<xmpMM:DerivedFrom dc:description='no'/><dc:description>text</dc:description>", "text"),
            (String(repeating: "<a>", count: 100_000) + "<dc:description>deep</dc:description>", nil),
        ])
    func `The description is that of the image itself`(content: String, expected: String?) {
        #expect(caption(Pictures.xmp(content).utf8) == expected)
    }

    @Test func `An entity that a packet declares isn't expanded`() {
        let packet =
            "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'><!ENTITY f SYSTEM 'file:///etc/passwd'>]>"
        #expect(caption((packet + Pictures.xmp("<dc:description>&b;&f;</dc:description>")).utf8) == "&b;&f;")
    }

    @Test func `A packet is read in UTF-16 and UTF-32, and as far as it is whole`() throws {
        let packet = Pictures.xmp("<dc:description>Λιμάνι</dc:description>")
        for encoding in [
            String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian, .utf16, .utf32BigEndian, .utf32LittleEndian,
        ] {
            #expect(try caption(#require(packet.data(using: encoding))) == "Λιμάνι", "\(encoding)")
        }
        let end = try #require(packet.range(of: "</rdf"))
        #expect(caption(packet[..<end.lowerBound].utf8) == "Λιμάνι")
    }

    @Test func `The alternative text is read, and a city that is its country is named once`() {
        let content =
            "<Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang='x-default'>A red boat</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>"
        let metadata = ImageMetadata([MetadataBlock(xmp: Data(Pictures.xmp(content).utf8))].compactMap(\.self))
        #expect(metadata.alternative == "A red boat")
        #expect(metadata.caption == nil)
        #expect(
            location(
                "<photoshop:City>Singapore</photoshop:City><photoshop:State>Singapore</photoshop:State>"
                    + "<photoshop:Country>Singapore</photoshop:Country>") == "Singapore")
    }

    @Test func `A place is read from the extension of IPTC, the place of the camera first, and from coordinates`() {
        func place(_ name: String, _ city: String) -> String {
            "<Iptc4xmpExt:\(name)><rdf:Bag><rdf:li rdf:parseType='Resource'><Iptc4xmpExt:City>\(city)</Iptc4xmpExt:City>"
                + "<Iptc4xmpExt:CountryName>Greece</Iptc4xmpExt:CountryName></rdf:li><rdf:li rdf:parseType='Resource'>"
                + "<Iptc4xmpExt:Sublocation>elsewhere</Iptc4xmpExt:Sublocation></rdf:li></rdf:Bag></Iptc4xmpExt:\(name)>"
        }
        #expect(location(place("LocationShown", "Volos")) == "Volos, Greece")
        #expect(location(place("LocationShown", "Volos") + place("LocationCreated", "Patras")) == "Patras, Greece")
        func coordinates(_ latitude: String, _ longitude: String) -> String? {
            location(
                "<exif:GPSLatitude>\(latitude)</exif:GPSLatitude><exif:GPSLongitude>\(longitude)</exif:GPSLongitude>")
        }
        #expect(coordinates("52,31.5N", "13,22.5W") == "52.525° N, 13.375° W")
        #expect(coordinates("52,31,30N", "13,22,30E") == "52.525° N, 13.375° E")
        #expect(coordinates("37 deg 30' 0.00\" S", "22 deg 45' 0.00\" W") == "37.500° S, 22.750° W")
        #expect(coordinates("37:30:00S", "22 30.0E") == "37.500° S, 22.500° E")
        #expect(coordinates("-37.5", "22.75") == "37.500° S, 22.750° E")
        for (latitude, longitude) in [
            ("52,31.5", "13,22.5E"), ("91,0N", "13,0E"), ("nan,0N", "0,1E"), ("52/1N", "13,0E"), ("1.3e1N", "13,0E"),
            (",N", "1,0E"),
        ] {
            #expect(coordinates(latitude, longitude) == nil, "\(latitude)")
        }
    }
}
