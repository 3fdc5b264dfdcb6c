import Foundation

/// The JSON object of every payload of the contract: `{"items":[…]}`.
struct Payload<Item: Decodable>: Decodable {
    let items: [Item]

    private enum CodingKeys: CodingKey { case items }

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
    /// Returns the payload of the values.
    /// - Parameter writeMembers: Writes the members of the item of a value, in the order of their names.
    static func encode<Value>(_ values: [Value], _ writeMembers: (inout JSONWriter, Value) -> Void) -> Data {
        var json = JSONWriter()
        json.object { json in
            json.name(CodingKeys.items)
            json.list(values) { json, value in json.object { writeMembers(&$0, value) } }
        }
        return Data(json.bytes)
    }
}
