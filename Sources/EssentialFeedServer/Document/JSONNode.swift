/// A JSON value that knows its line, so that a mistake can be shown to whoever wrote it.
struct JSONNode: Sendable {
    struct Member: Sendable {
        let name: String
        let line: Int
        let value: JSONNode
    }

    enum Value: Sendable {
        case object([Member])
        case array([JSONNode])
        case string(String)
        case number
        case boolean
        case null
    }

    let line: Int
    let value: Value

    /// What the value is, in words.
    var kind: String {
        switch value {
        case .object: "an object"
        case .array: "a list"
        case .string: "a text"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        }
    }
}
