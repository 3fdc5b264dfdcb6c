package import Foundation

/// The ICC profile of an AVIF or HEIC.
package enum ISOProfile {
    private static let kinds: [StaticString] = ["prof", "rICC"]

    /// Returns the profile of the primary item, or `nil` if there isn't one.
    package static func find(_ reader: ByteReader) -> Data? {
        do throws(ImageFormatError) {
            return place(in: try ISOItems(reader), reader).flatMap(reader.bytes)
        } catch {
            return nil
        }
    }

    /// Returns the place of the primary item's profile.
    static func place(in items: ISOItems, _ reader: ByteReader) -> Range<Int>? {
        let numbers = items.items[items.primary]?.properties.map(\.number) ?? []
        return numbers.lazy.filter { items.properties.indices.contains($0 - 1) }.map { items.properties[$0 - 1] }
            .first { property in
                property.name == ISOProperty.colours
                    && kinds.contains { reader.has($0, at: property.content.lowerBound) }
            }
            .map { $0.content.dropFirst(4) }
    }
}
