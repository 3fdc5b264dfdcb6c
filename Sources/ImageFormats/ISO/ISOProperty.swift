/// The names of item properties.
enum ISOProperty {
    static let (size, crop, depths): (ChunkName, ChunkName, ChunkName) = ("ispe", "clap", "pixi")
    static let (rotation, mirror): (ChunkName, ChunkName) = ("irot", "imir")
    static let (colours, auxiliary): (ChunkName, ChunkName) = ("colr", "auxC")
    static let (hevc, av1): (ChunkName, ChunkName) = ("hvcC", "av1C")
    /// The kind of a single HEVC image.
    static let hevcItem: ChunkName = "hvc1"
}

/// The alpha items of other items.
enum ISOAlpha {
    /// The values of the auxiliary property of an alpha item.
    static let kinds: [StaticString] = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", "urn:mpeg:hevc:2015:auxid:1\0",
    ]

    /// Returns the references from alpha items to their images.
    static func items(of items: ISOItems, _ reader: ByteReader) -> [ISOItems.Reference] {
        let isAlpha = items.properties.map { $0.name == ISOProperty.auxiliary && kind(of: $0, reader) != nil }
        let holders = items.items.filter { item in
            item.value.properties.contains { isAlpha.indices.contains($0.number - 1) && isAlpha[$0.number - 1] }
        }
        return items.references.filter { $0.kind == ISOItems.helps && holders[$0.from] != nil }
    }

    /// Returns the value of a property if it marks its item as alpha.
    static func kind(of property: ISOBoxes.Box, _ reader: ByteReader) -> StaticString? {
        kinds.first { reader.has($0, at: property.content.lowerBound + 4) }
    }
}
