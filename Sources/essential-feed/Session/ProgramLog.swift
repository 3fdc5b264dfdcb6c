import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Logging

/// The format of the log on standard error.
enum LogFormat: String, CaseIterable {
    /// For people.
    case text
    /// For programs: one JSON object per line.
    case json
}

/// Writes each log line to standard error as a JSON object: time, level, message, then the metadata.
struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    let now: @Sendable () -> Date
    let write: @Sendable (String) -> Void

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields: [(String, JSONOutput)] = [
            ("time", .string(WireDate.text(now()))), ("level", .string(event.level.rawValue)),
            ("message", .string(event.message.description)),
        ]
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) { fields.append((name, Self.json(value))) }
        write(String(decoding: JSONOutput.object(fields).line.dropLast(), as: UTF8.self))
    }

    /// Returns numbers and Booleans as JSON values, everything else as text.
    private static func json(_ value: Logger.MetadataValue) -> JSONOutput {
        switch value {
        case .stringConvertible(let number as Int): .number(number)
        case .stringConvertible(let number as Double) where number.isFinite: .raw(Data("\(number)".utf8))
        case .stringConvertible(let bool as Bool): .bool(bool)
        default: .string("\(value)")
        }
    }
}

/// Logs the outcome of each request.
struct LoggingHTTPClient: PartialHTTPClient {
    let client: any PartialHTTPClient
    let logger: Logger

    func load(_ request: DataRequest) async throws -> DataResponse {
        try await load(request) { _ in }
    }

    func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        let start = ContinuousClock.now
        func log(_ outcome: String) {
            let request = TerminalText.line("\(request)")
            logger.debug("\(request): \(outcome), \(Int((ContinuousClock.now - start) / .milliseconds(1))) ms")
        }
        do {
            let response = try await client.load(request, onPartial: onPartial)
            log("status \(response.status.code), \(ByteCount.text(response.body.count, in: .english))")
            return response
        } catch {
            log("\(TerminalText.line("\(error)"))")
            throw error
        }
    }
}
