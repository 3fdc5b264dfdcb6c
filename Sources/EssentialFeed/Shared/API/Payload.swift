import Foundation

/// The JSON object around every payload of the contract: `{"items":[…]}`.
struct Payload<Item> {
    let items: [Item]
}

extension Payload: Decodable where Item: Decodable {
    /// Returns the items of a payload.
    /// - Throws: `DecodingError`, even for data that isn't UTF-8, the encoding of JSON: the decoder would accept UTF-16
    ///   too, and doesn't validate skipped strings.
    static func items(in data: Data) throws -> [Item] {
        guard !data.prefix(4).contains(0), String(validating: data, as: UTF8.self) != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not UTF-8"))
        }
        return try JSONDecoder().decode(Self.self, from: data).items
    }
}

extension Payload: Encodable where Item: Encodable {
    /// The payload's JSON, the same bytes whenever the items are equal.
    var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(self)
        } catch {
            preconditionFailure("texts, dates and integers always encode: \(error)")
        }
    }
}
