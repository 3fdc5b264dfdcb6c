import Foundation

/// The JSON object around every payload of the contract: `{"items":[…]}`.
struct Payload<Item: Decodable>: Decodable {
    let items: [Item]

    private enum CodingKeys: CodingKey { case items }

    /// Returns the items of a payload.
    /// - Throws: `DecodingError`, even for data that isn't UTF-8, the encoding of JSON: the decoder would accept UTF-16
    ///   too, and doesn't validate strings that it doesn't decode.
    static func items(in data: Data) throws -> [Item] {
        guard !data.prefix(4).contains(0), String(validating: data, as: UTF8.self) != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not UTF-8"))
        }
        return try JSONDecoder().decode(Self.self, from: data).items
    }
}

extension Payload {
    /// Returns the payload of the values.
    /// - Parameter writeMembers: Writes the members of a value's item, sorted by name.
    static func encode<Value>(_ values: [Value], _ writeMembers: (inout JSONWriter, Value) -> Void) -> Data {
        var json = JSONWriter()
        json.object { json in
            json.name(CodingKeys.items)
            json.list(values) { json, value in json.object { writeMembers(&$0, value) } }
        }
        return Data(json.bytes)
    }
}
