package import Foundation

/// An event of a trace, read by the rules of the Trace Event Format.
package struct TraceEvent: Decodable, Hashable {
    /// The arguments of an event.
    package struct Arguments: Decodable, Hashable {
        package let name: String?
        package let url: String?
        package let request: Int?
        package let bytes: Int?
        package let outcome: String?
    }

    package struct Malformed: Error {
        let text: String
    }

    package let name: String
    package let cat: String?
    package let ph: String
    package let ts: Int64?
    package let dur: Int64?
    package let pid: Int
    package let tid: Int
    package let args: Arguments

    /// Reads a file: an array of events whose closing bracket may be missing.
    ///
    /// Checks that complete events have their times and a named track, and that the events of a track are nested or
    /// disjoint, so that a viewer can stack them.
    package static func all(in file: Data) throws -> [TraceEvent] {
        var text = String(decoding: file, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if !text.hasSuffix("]") { text += "]" }
        let events = try JSONDecoder().decode([TraceEvent].self, from: Data(text.utf8))
        var named: Set<Int> = []
        var spans: [Int: [Range<Int64>]] = [:]
        for event in events {
            if event.ph == "M", event.name == "thread_name", event.args.name != nil {
                named.insert(event.tid)
                continue
            }
            guard event.ph == "X", let start = event.ts, let duration = event.dur, start >= 0, duration >= 0,
                event.cat != nil, named.contains(event.tid)
            else { throw Malformed(text: "\(event)") }
            let span = start..<start + duration
            for other in spans[event.tid] ?? [] where crosses(span, other) || crosses(other, span) {
                throw Malformed(text: "\(event) crosses \(other)")
            }
            spans[event.tid, default: []].append(span)
        }
        return events
    }

    private static func crosses(_ one: Range<Int64>, _ other: Range<Int64>) -> Bool {
        one.lowerBound < other.lowerBound && other.lowerBound < one.upperBound && one.upperBound < other.upperBound
    }
}
