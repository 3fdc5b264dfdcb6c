import EssentialFeed
import Foundation

/// The members of an object of which every name is known and none is given twice.
struct JSONFields {
    private let line: Int
    private let noun: String
    private var members: [String: JSONNode.Member] = [:]

    init(_ node: JSONNode, called noun: String, names: [String]) throws(FeedDocumentError) {
        guard case .object(let members) = node.value else {
            throw FeedDocumentError(
                line: node.line, problem: "\(noun) must be an object, not \(node.kind)",
                remedy: "put it in braces: {…}")
        }
        line = node.line
        self.noun = noun
        for member in members {
            guard names.contains(member.name) else {
                throw FeedDocumentError(
                    line: member.line, problem: "\(noun) has no \"\(member.name)\"",
                    remedy: "use \(names.map { "\"\($0)\"" }.joined(separator: ", ")), or remove it")
            }
            guard self.members.updateValue(member, forKey: member.name) == nil else {
                throw FeedDocumentError(
                    line: member.line, problem: "\"\(member.name)\" is given twice", remedy: "keep one of the two")
            }
        }
    }

    func text(_ name: String) throws(FeedDocumentError) -> (text: String, line: Int)? {
        guard let member = members[name] else { return nil }
        guard case .string(let text) = member.value.value else {
            throw wrongKind(member, expected: "a text", remedy: "put it in quotation marks, or leave it out")
        }
        return (text, member.value.line)
    }

    func list(_ name: String) throws(FeedDocumentError) -> [JSONNode]? {
        guard let member = members[name] else { return nil }
        guard case .array(let elements) = member.value.value else {
            throw wrongKind(member, expected: "a list", remedy: "put it in brackets: […]")
        }
        return elements
    }

    func date(_ name: String) throws(FeedDocumentError) -> Date? {
        guard let (text, line) = try text(name) else { return nil }
        guard let date = WireDate.date(from: text) else {
            throw FeedDocumentError(
                line: line, problem: "\"\(text)\" is no date and time with its zone",
                remedy: "write it like \"2026-11-20T18:04:00Z\"")
        }
        return date
    }

    func required(_ name: String) throws(FeedDocumentError) -> (text: String, line: Int) {
        guard let text = try text(name) else { throw missing(name) }
        return text
    }

    func requiredDate(_ name: String) throws(FeedDocumentError) -> Date {
        guard let date = try date(name) else { throw missing(name) }
        return date
    }

    func requiredNode(_ name: String) throws(FeedDocumentError) -> JSONNode {
        guard let member = members[name] else { throw missing(name) }
        return member.value
    }

    private func missing(_ name: String) -> FeedDocumentError {
        FeedDocumentError(line: line, problem: "\(noun) lacks \"\(name)\"", remedy: "add it")
    }

    private func wrongKind(_ member: JSONNode.Member, expected: String, remedy: String) -> FeedDocumentError {
        FeedDocumentError(
            line: member.value.line, problem: "\"\(member.name)\" must be \(expected), not \(member.value.kind)",
            remedy: remedy)
    }
}
