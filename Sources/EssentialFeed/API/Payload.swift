public import Foundation

/// The object that every payload of the contract is: `{"items":[…]}`.
struct Payload<Item: Decodable>: Decodable {
    let items: [Item]
}

/// Encodes the items of a payload one by one, so that a server can keep each ready and only joins them.
public enum PayloadEncoder {
    /// The payload of encoded items.
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
