public import Foundation
public import ImagePipeline

/// What a trace file holds: the stages of all images of one run of a program, in the order in which they ended.
public struct FeedImageTrace: Hashable, Sendable {
    /// The first line that belongs to no trace.
    public struct Mistake: Error, Hashable, Sendable {
        /// From 1 on.
        public let line: Int
        /// The field that is missing or wrong; `nil` where the line as a whole cannot be read.
        public let field: String?
    }

    public let events: [FeedImageTraceEvent]
    /// Whether the last line was not written to its end, as when the program was killed. It is left out.
    public let isCutShort: Bool

    /// Reads the lines of a file; none is a trace too, of a program that loaded no image.
    public init(_ data: Data) throws(Mistake) {
        let decoder = JSONDecoder()
        var events: [FeedImageTraceEvent] = []
        var isCutShort = false
        var number = 0
        var rest = data[...]
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            do {
                events.append(try Self.event(rest[..<(end ?? rest.endIndex)], number, decoder))
            } catch {
                // What is broken off must follow something to be a trace's.
                guard end == nil, !events.isEmpty else { throw error }
                isCutShort = true
            }
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        }
        self.events = events
        self.isCutShort = isCutShort
    }

    private static func event(
        _ line: Data, _ number: Int, _ decoder: JSONDecoder
    ) throws(Mistake) -> FeedImageTraceEvent {
        do {
            return try decoder.decode(FeedImageTraceLine.self, from: line).event
        } catch DecodingError.keyNotFound(let key, _) {
            throw Mistake(line: number, field: key.stringValue)
        } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context)
        {
            throw Mistake(line: number, field: context.codingPath.last?.stringValue)
        } catch {
            throw Mistake(line: number, field: nil)
        }
    }
}
