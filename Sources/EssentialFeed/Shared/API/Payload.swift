import Foundation

/// The JSON object of every payload of the contract: `{"items":[…]}`.
struct Payload<Item: Decodable>: Decodable {
    let items: [Item]

    /// Returns the items of a payload.
    /// - Throws: `DecodingError`, also for data that isn't UTF-8, the encoding of JSON: the decoder would accept UTF-16
    ///   as well, and doesn't check texts that it isn't asked for.
    static func items(in data: Data) throws -> [Item] {
        guard !data.prefix(4).contains(0), String(validating: data, as: UTF8.self) != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not UTF-8"))
        }
        return try JSONDecoder().decode(Self.self, from: data).items
    }
}

extension Payload {
    /// Returns the payload of the items.
    static func encode(_ items: [Item]) -> Data where Item: Encodable {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(["items": items])
        } catch {
            preconditionFailure("strings and integers always encode: \(error)")
        }
    }
}
