import EssentialFeed
import Foundation
import Yams

/// The fields of an object in a document. Unknown and repeated names are errors.
struct DocumentFields {
    private let syntax: DocumentSyntax
    private let line: Int
    private let noun: Message
    private var values: [String: Node] = [:]

    init(
        _ node: Node, _ syntax: DocumentSyntax, called noun: Message, names: [String]
    ) throws(FeedDocumentError) {
        self.syntax = syntax
        self.noun = noun
        line = node.line
        guard case .mapping(let mapping) = node else {
            throw syntax.error(
                node.line, Message("\(noun) must be an object, not \(syntax.kind(node))"),
                Message("write its fields as “name: value”"))
        }
        for (key, value) in mapping {
            let name = key.scalar.map(syntax.text) ?? Language.english.text(syntax.kind(key))
            guard names.contains(name) else {
                throw syntax.error(
                    key.line, Message("\(noun) has no “\(name)”"),
                    Message("use \(names.map { "“\($0)”" }.joined(separator: ", ")), or remove it"))
            }
            // Yams misses duplicates whose tags differ, because it compares names with their tags.
            guard values.updateValue(value, forKey: name) == nil else {
                throw syntax.error(key.line, Message("“\(name)” is given twice"), Message("keep one of the two"))
            }
        }
    }

    func text(_ name: String) throws(FeedDocumentError) -> (text: String, line: Int)? {
        guard let node = value(name) else { return nil }
        guard case .scalar(let scalar) = node else {
            throw wrongKind(
                name, node, expected: Message("text"), remedy: Message("put it in quotation marks, or leave it out"))
        }
        return (syntax.text(scalar), node.line)
    }

    func list(_ name: String) throws(FeedDocumentError) -> [Node]? {
        guard let node = value(name) else { return nil }
        guard case .sequence(let elements) = node else {
            throw wrongKind(name, node, expected: Message("a list"), remedy: Message("begin each element with a dash"))
        }
        return Array(elements)
    }

    func date(_ name: String) throws(FeedDocumentError) -> Date? {
        guard let (text, line) = try text(name) else { return nil }
        guard let date = WireDate.date(from: text) else {
            throw syntax.error(
                line, Message("“\(text)” isn’t a date and time with a time zone"),
                Message("write it like “2026-11-20T18:04:00Z”"))
        }
        return date
    }

    func required<Value>(
        _ name: String, _ read: (String) throws(FeedDocumentError) -> Value?
    ) throws(FeedDocumentError) -> Value {
        guard let value = try read(name) else {
            throw syntax.error(line, Message("\(noun) lacks “\(name)”"), Message("add it"))
        }
        return value
    }

    func value(_ name: String) -> Node? {
        guard let node = values[name] else { return nil }
        return node.isNull ? nil : node
    }

    func lineWithoutValue(_ name: String) -> Int? {
        values[name].flatMap { $0.isNull ? $0.line : nil }
    }

    private func wrongKind(_ name: String, _ node: Node, expected: Message, remedy: Message) -> FeedDocumentError {
        syntax.error(node.line, Message("“\(name)” must be \(expected), not \(syntax.kind(node))"), remedy)
    }
}

extension DocumentSyntax {
    fileprivate func kind(_ node: Node) -> Message {
        switch node {
        case .mapping: Message("an object")
        case .sequence: Message("a list")
        case .scalar where node.isNull: Message("null")
        case .scalar, .alias: Message("text")
        }
    }
}

extension Node {
    /// The line where the value begins, counted from 1.
    fileprivate var line: Int { mark?.line ?? 1 }

    /// Whether the value is empty, `~` or `null`, without quotation marks.
    fileprivate var isNull: Bool {
        guard let scalar, scalar.style == .plain else { return false }
        return ["", "~", "null"].contains(scalar.string)
    }
}
