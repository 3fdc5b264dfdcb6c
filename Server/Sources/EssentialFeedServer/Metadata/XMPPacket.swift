import Foundation

extension MetadataBlock {
    private static let descriptions = ["dc:description", "tiff:ImageDescription"]
    private static let titles = ["dc:title", "photoshop:Headline"]
    private static let comment = "exif:UserComment"
    private static let alternative = "Iptc4xmpCore:AltTextAccessibility"
    private static let (latitude, longitude) = ("exif:GPSLatitude", "exif:GPSLongitude")
    private static let gpsTime = "exif:GPSTimeStamp"
    /// Each from the smallest place to the country.
    private static let places =
        [["Iptc4xmpCore:Location", "photoshop:City", "photoshop:State", "photoshop:Country"]]
        + ["Iptc4xmpExt:LocationCreated", "Iptc4xmpExt:LocationShown"].map { place in
            ["LocationName", "Sublocation", "City", "ProvinceState", "CountryName"].map { "\(place)/Iptc4xmpExt:\($0)" }
        }
    private static let times: [TimeField: [String]] = [
        .original: ["photoshop:DateCreated", "exif:DateTimeOriginal"],
        .digitized: ["xmp:CreateDate", "exif:DateTimeDigitized"], .changed: ["xmp:ModifyDate", "tiff:DateTime"],
    ]
    private static let properties = Set(
        descriptions + titles + [comment, alternative, latitude, longitude, gpsTime] + places.flatMap(\.self)
            + times.values.flatMap(\.self))

    /// Reads an XMP packet. Returns `nil` if the packet contains nothing.
    init?(xmp packet: Data) {
        let packet = XMPPacket(packet, reading: Self.properties)
        guard !packet.isEmpty else { return nil }
        times = Self.times.compactMapValues { names in
            names.lazy.compactMap { packet[$0].flatMap { CaptureTime($0, atLeast: .year) } }.first
        }
        times[.gps] = packet[Self.gpsTime].flatMap { CaptureTime($0, offset: "Z") }.flatMap { $0.isMidnight ? nil : $0 }
        for name in Self.descriptions { add(packet[name].map(MetadataText.decoded), to: .description) }
        add(packet[Self.comment].map(MetadataText.decoded), to: .comment)
        alternative = packet[Self.alternative]
        for name in Self.titles { add(packet[name].map(MetadataText.decoded), to: .title) }
        placeNames =
            Self.places.lazy.map { names in
                names.compactMap { packet[$0] }.filter { Caption.cleaned($0) != nil }.map(MetadataText.decoded)
            }.first { !$0.isEmpty } ?? []
        if let latitude = packet[Self.latitude], let longitude = packet[Self.longitude] {
            coordinates = GPSCoordinates(latitude: latitude, longitude: longitude)
        }
    }
}

/// An XMP packet's properties of its own image, without those of other images in it.
struct XMPPacket {
    private static let prefixes = [
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", "http://purl.org/dc/elements/1.1/": "dc",
        "http://ns.adobe.com/xap/1.0/": "xmp", "http://ns.adobe.com/photoshop/1.0/": "photoshop",
        "http://ns.adobe.com/exif/1.0/": "exif", "http://ns.adobe.com/tiff/1.0/": "tiff",
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt", "http://www.w3.org/XML/1998/namespace": "xml",
        "http://ns.adobe.com/xmp/note/": "xmpNote",
    ]
    private static let containers: Set = ["rdf:Alt", "rdf:Seq", "rdf:Bag", "rdf:Description", "rdf:value"]
    /// The attributes that are a property's value, unlike others, which are properties themselves.
    private static let values: Set = ["rdf:value", "rdf:resource"]
    private static let maximumDepth = 64
    private static let maximumNamespaces = 200
    /// The maximum number of languages to read of a text.
    private static let maximumLanguages = 200

    private struct Element {
        /// The path of the property whose value is the element's text; `nil` outside the image's own properties.
        var path: String?
        /// The path before the names of the properties inside.
        var inner: String?
        var language: String?
        var itemCount = 0
        var text = ""
        var hasElements = false
        /// The namespaces outside the element, if it declares some.
        var outerNamespaces: [String: String]?
    }

    private let names: Set<String>
    private var values: [String: [(language: String?, text: String)]] = [:]
    private var namespaces: [String: String] = ["xap": "xmp"]
    private var elements: [Element] = []

    /// - Parameter names: The names of the properties to read, those inside a structure with its name and a slash before
    ///   theirs. Of several structures, the first is read.
    init(_ packet: Data, reading names: Set<String>) {
        self.names = names
        var reader = XMLReader(Self.utf8(packet))
        while let event = reader.next() {
            switch event {
            case .start(let name, let attributes):
                guard elements.count < Self.maximumDepth else { return }
                start(name, attributes)
            case .text(let text):
                if elements.last?.path != nil { elements[elements.count - 1].text += text }
            case .end: end()
            }
        }
    }

    var isEmpty: Bool { values.isEmpty }

    /// A property's text in the default language, or else in the first.
    subscript(name: String) -> String? {
        let texts = values[name] ?? []
        return (texts.first { $0.language == "x-default" } ?? texts.first)?.text
    }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        var element = Element()
        let declarations = attributes.filter { $0.key.hasPrefix("xmlns:") }
        if !declarations.isEmpty {
            element.outerNamespaces = namespaces
            for (name, space) in declarations where namespaces.count < Self.maximumNamespaces {
                namespaces[String(name.dropFirst(6))] = Self.prefixes[space] ?? ""
            }
        }
        let name = qualified(name)
        if !elements.isEmpty {
            elements[elements.count - 1].hasElements = true
            elements[elements.count - 1].itemCount += name == "rdf:li" ? 1 : 0
        }
        let parent = elements.last
        element.language = attributes["xml:lang"]?.lowercased() ?? parent?.language
        if name == "rdf:RDF" {
            element.inner = ""
        } else if name == "rdf:li" {
            let count = parent?.itemCount ?? 0
            element.path = parent?.path
            element.inner = parent?.inner.map { count > 1 ? "\($0)[\(count)]" : $0 }
        } else if Self.containers.contains(name) {
            (element.path, element.inner) = (parent?.path, parent?.inner)
        } else if let inner = parent?.inner {
            element.path = inner.isEmpty ? name : "\(inner)/\(name)"
            element.inner = element.path
        }
        if let inner = element.inner {
            for (attribute, text) in attributes where !attribute.hasPrefix("xmlns") {
                let name = qualified(attribute)
                let path = inner.isEmpty ? name : "\(inner)/\(name)"
                add(text, nil, to: Self.values.contains(name) ? element.path ?? path : path)
            }
        }
        elements.append(element)
    }

    private mutating func end() {
        guard let element = elements.popLast() else { return }
        if let path = element.path, !element.hasElements { add(element.text, element.language, to: path) }
        if let namespaces = element.outerNamespaces { self.namespaces = namespaces }
    }

    private mutating func add(_ text: String, _ language: String?, to path: String) {
        guard names.contains(path), values[path]?.count ?? 0 < Self.maximumLanguages,
            text.contains(where: { !$0.isWhitespace })
        else { return }
        values[path, default: []].append((language, text))
    }

    /// Returns a name with the usual prefix of its namespace. An undeclared prefix is taken for the usual one.
    private func qualified(_ name: String) -> String {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let prefix = namespaces[String(parts[0])] else { return name }
        return "\(prefix):\(parts[1])"
    }

    /// Returns the packet in UTF-8. Other encodings have zeros at the beginning.
    private static func utf8(_ packet: Data) -> Data {
        let head = Array(packet.prefix(4))
        guard head.count == 4, head.contains(0) || [[0xFE, 0xFF], [0xFF, 0xFE]].contains(Array(head[..<2])) else {
            return packet
        }
        let isBigEndian = head[0] == 0 || head[0] == 0xFE
        let isWide = head.prefix(2) == [0, 0] || head.suffix(2) == [0, 0]
        let encoding: String.Encoding =
            isWide
            ? (isBigEndian ? .utf32BigEndian : .utf32LittleEndian)
            : (isBigEndian ? .utf16BigEndian : .utf16LittleEndian)
        return String(data: packet, encoding: encoding).map { Data($0.utf8) } ?? packet
    }
}
