public import Foundation

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

/// Encodes the items of a payload one by one, so that a server can hold encoded items and only needs to join them.
public enum PayloadEncoder {
    /// Returns the payload of encoded items.
    public static func join(_ items: some Collection<Data>) -> Data {
        var data = Data(capacity: items.reduce(12) { $0 + $1.count + 1 })
        data.append(contentsOf: #"{"items":["#.utf8)
        for (index, item) in items.enumerated() {
            if index > 0 { data.append(UInt8(ascii: ",")) }
            data.append(item)
        }
        data.append(contentsOf: "]}".utf8)
        return data
    }

    static func encode(_ item: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(item)
        } catch {
            preconditionFailure("strings always encode: \(error)")
        }
    }
}
