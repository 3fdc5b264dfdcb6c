/// The names of properties that items have.
enum ISOProperty {
    static let (size, crop, depths): (ChunkName, ChunkName, ChunkName) = ("ispe", "clap", "pixi")
    static let (rotation, mirror): (ChunkName, ChunkName) = ("irot", "imir")
    static let (colours, auxiliary): (ChunkName, ChunkName) = ("colr", "auxC")
    static let (hevc, av1): (ChunkName, ChunkName) = ("hvcC", "av1C")
    /// The kind of an item that is one image of HEVC.
    static let hevcItem: ChunkName = "hvc1"
}

/// The items that hold the alpha of others.
enum ISOAlpha {
    /// What the property of an item with alpha says.
    static let kinds: [StaticString] = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", "urn:mpeg:hevc:2015:auxid:1\0",
    ]

    /// Returns the references of items with alpha to those whose alpha they hold.
    static func items(of items: ISOItems, _ reader: ByteReader) -> [ISOItems.Reference] {
        let isAlpha = items.properties.map { $0.name == ISOProperty.auxiliary && kind(of: $0, reader) != nil }
        let holders = items.items.filter { item in
            item.value.properties.contains { isAlpha.indices.contains($0.number - 1) && isAlpha[$0.number - 1] }
        }
        return items.references.filter { $0.kind == ISOItems.helps && holders[$0.from] != nil }
    }

    /// Returns what a property says, if it says that its item holds alpha.
    static func kind(of property: ISOBoxes.Box, _ reader: ByteReader) -> StaticString? {
        kinds.first { reader.has($0, at: property.content.lowerBound + 4) }
    }
}
