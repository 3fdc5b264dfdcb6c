import Foundation
import HTTPTransport
public import ImagePipeline

/// A stage of an image as a trace file has it: one JSON object in one line of ASCII, its fields in a fixed order.
///
///     {"stage":"disk","url":"http://host/a","began":0.000120,"ended":0.000310,"bytes":4096,"outcome":"done"}
///
/// `began` and `ended` are seconds to the microsecond, since the program made its pipeline. `request` (after `url`) and
/// `bytes` are left out where there are none. Other fields are passed over, so that later versions may add some.
public struct FeedImageTraceLine: Hashable, Sendable {
    /// To the microsecond, and its URL without user info (N011).
    public let event: FeedImageTraceEvent

    public init(_ event: FeedImageTraceEvent) {
        self.event = FeedImageTraceEvent(
            stage: event.stage, url: event.url.withoutUserInfo, request: event.request,
            began: .microseconds(event.began.wholeMicroseconds), ended: .microseconds(event.ended.wholeMicroseconds),
            bytes: event.bytes, outcome: event.outcome)
    }

    /// The line without its end. A URL's text is ASCII, its quotes and controls being percent-encoded, so that it needs
    /// no escapes (N010).
    public var text: String {
        var text = #"{"stage":"\#(event.stage.rawValue)","url":"\#(event.url.absoluteString)""#
        if let request = event.request { text += #","request":\#(request)"# }
        text += #","began":\#(Self.seconds(event.began)),"ended":\#(Self.seconds(event.ended))"#
        if let bytes = event.bytes { text += #","bytes":\#(bytes)"# }
        return text + #","outcome":"\#(event.outcome.rawValue)"}"#
    }

    /// Seconds as a decimal number with six places: no exponent, no rounding of a binary fraction.
    public static func seconds(_ duration: Duration) -> String {
        let microseconds = duration.wholeMicroseconds
        let places = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - places.utf8.count) + places
    }
}

extension FeedImageTraceLine: Decodable {
    private enum CodingKeys: CodingKey {
        case stage, url, request, began, ended, bytes, outcome
    }

    /// - Throws: `DecodingError` for what is no line of a trace; a stage or an outcome that is not known is none.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let began = try Self.duration(.began, of: fields)
        let ended = try Self.duration(.ended, of: fields)
        guard ended >= began else { throw Self.mistake(.ended, of: fields) }
        guard let url = URL(string: try fields.decode(String.self, forKey: .url)) else {
            throw Self.mistake(.url, of: fields)
        }
        self.init(
            FeedImageTraceEvent(
                stage: try fields.decode(FeedImageTraceEvent.Stage.self, forKey: .stage), url: url,
                request: try Self.number(.request, of: fields), began: began, ended: ended,
                bytes: try Self.number(.bytes, of: fields),
                outcome: try fields.decode(FeedImageTraceEvent.Outcome.self, forKey: .outcome)))
    }

    /// Of at most thirty years, so that every microsecond is exact.
    private static func duration(
        _ key: CodingKeys, of fields: KeyedDecodingContainer<CodingKeys>
    ) throws -> Duration {
        let seconds = try fields.decode(Double.self, forKey: key)
        guard (0..<1e9).contains(seconds) else { throw mistake(key, of: fields) }
        return .microseconds(Int64((seconds * 1_000_000).rounded()))
    }

    /// Small enough that the sum over any file is a number too.
    private static func number(_ key: CodingKeys, of fields: KeyedDecodingContainer<CodingKeys>) throws -> Int? {
        // The decoder does not say which field has a fraction where a whole number is asked for.
        guard let value = try fields.decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard let number = Int(exactly: value), (0..<1 << 40).contains(number) else { throw mistake(key, of: fields) }
        return number
    }

    private static func mistake(_ key: CodingKeys, of fields: KeyedDecodingContainer<CodingKeys>) -> DecodingError {
        .dataCorruptedError(forKey: key, in: fields, debugDescription: "out of range")
    }
}

extension FeedImageTraceEvent.Stage: Decodable {}
extension FeedImageTraceEvent.Outcome: Decodable {}

extension Duration {
    /// Rounded; what is negative is nothing.
    var wholeMicroseconds: Int64 {
        max(0, components.seconds * 1_000_000 + (components.attoseconds + 500_000_000_000) / 1_000_000_000_000)
    }
}
