/// Header fields by name, in any case.
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral, Sequence {
    private var fields: [String: String] = [:]

    public init(_ fields: some Sequence<(name: String, value: String)>) {
        for (name, value) in fields {
            let key = name.lowercased()
            self.fields[key] = self.fields[key].map { "\($0), \(value)" } ?? value
        }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { (name: $0, value: $1) })
    }

    /// The value of a field; repeated fields are joined with commas. Setting `nil` removes the field.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()] }
        set { fields[name.lowercased()] = newValue }
    }

    public func makeIterator() -> some IteratorProtocol<(name: String, value: String)> {
        fields.lazy.map { (name: $0.key, value: $0.value) }.makeIterator()
    }
}
