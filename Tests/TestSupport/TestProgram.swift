public import Foundation
import Subprocess
import SystemPackage

/// A program started by a test, with its output so far. It is killed with its last reference at the latest.
///
/// The program inherits only its standard streams, and has no signals blocked or ignored.
public final class TestProgram: Sendable {
    /// The result of a program.
    public struct Result: Sendable {
        /// The exit status, or 128 plus the number of the signal that ended the program.
        public let status: Int32
        public let output: Data
        public let errors: String

        /// The output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// A program failed, or ended early.
    public struct Failure: Error, CustomStringConvertible {
        let call: [String]
        let result: Result

        public init(call: [String], result: Result) {
            self.call = call
            self.result = result
        }

        public var description: String { "\(call) ended with \(result.status): \(result.errors)" }
    }

    public struct Missing: Error, CustomStringConvertible {
        let text: String
        let errors: String

        public var description: String { "the program ended without saying \(text): \(errors)" }
    }

    fileprivate struct Record: Sendable {
        var output = Data()
        var errors = Data()
        var linesRead = 0
        var status: Int32?

        func line(_ index: Int) -> String? {
            var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // The text after the last line break is a line only if nothing follows.
            if status == nil || lines.last?.isEmpty == true { lines.removeLast() }
            return index < lines.count ? String(decoding: lines[index], as: UTF8.self) : nil
        }
    }

    public let processID: Int32
    private let record: Watched<Record>
    private let input: AsyncStream<String>.Continuation
    private let task: Task<Void, Never>

    /// Starts a program and leaves it running.
    /// - Parameters:
    ///   - call: The program, by its path or by its name in a folder of `PATH`, and its arguments.
    ///   - environment: Its whole environment; `nil` for the tests' own.
    ///   - hasInput: Whether the test writes to its standard input; if not, the input is empty.
    public static func start(
        _ call: [String], environment: [String: String]? = nil, hasInput: Bool = false
    ) async throws -> TestProgram {
        let record = Watched(Record())
        let processID = Watched<Swift.Result<Int32, any Error>?>(nil)
        let (lines, input) = AsyncStream<String>.makeStream()
        if !hasInput { input.finish() }
        let configuration = Configuration(call, environment: environment)
        let task = Task {
            do {
                let end = try await Subprocess.run(
                    configuration, input: .inputWriter, output: .sequence, error: .sequence
                ) { execution in
                    processID.update { $0 = .success(execution.processIdentifier.value) }
                    async let writing: Void = write(lines, to: execution.standardInputWriter)
                    await record.read(execution.standardOutput, execution.standardError)
                    input.finish()
                    await writing
                }
                record.update { $0.status = end.terminationStatus.code }
            } catch {
                processID.update { if $0 == nil { $0 = .failure(error) } }
                record.update { $0.status = -1 }
            }
        }
        let id = try await processID.wait(within: .seconds(300)) { $0 != nil }!.get()
        return TestProgram(processID: id, record: record, input: input, task: task)
    }

    /// Runs a program to its end, and kills it when the time is over.
    public static func run(
        _ call: [String], environment: [String: String]? = nil, within limit: Duration = .seconds(300)
    ) async throws -> Result {
        try await start(call, environment: environment).result(within: limit)
    }

    /// Runs a program to its end.
    /// - Throws: ``Failure`` if its status isn't 0.
    @discardableResult
    public static func succeed(_ call: [String], environment: [String: String]? = nil) async throws -> Result {
        let result = try await run(call, environment: environment)
        guard result.status == 0 else { throw Failure(call: call, result: result) }
        return result
    }

    private init(
        processID: Int32, record: Watched<Record>, input: AsyncStream<String>.Continuation,
        task: Task<Void, Never>
    ) {
        self.processID = processID
        self.record = record
        self.input = input
        self.task = task
    }

    deinit {
        task.cancel()
    }

    /// Waits for the program's end, and kills it when the time is over.
    public func result(within limit: Duration = .seconds(300)) async -> Result {
        do {
            try await record.wait(within: limit) { $0.status != nil }
        } catch {
            await kill()
        }
        let record = record.value
        return Result(
            status: record.status ?? -1, output: record.output, errors: String(decoding: record.errors, as: UTF8.self))
    }

    /// Waits for the next line of the program's output; `nil` when it has ended without another.
    public func line() async throws -> String? {
        let index = record.update { record in
            record.linesRead += 1
            return record.linesRead - 1
        }
        return try await record.wait(within: .seconds(300)) { $0.status != nil || $0.line(index) != nil }.line(index)
    }

    /// Waits for all further lines of the program's output, until it ends.
    public func lines() async throws -> [String] {
        var lines: [String] = []
        while let line = try await line() { lines.append(line) }
        return lines
    }

    /// Waits until the program's standard error contains the text.
    /// - Returns: All of its standard error so far.
    /// - Throws: ``Missing`` if the program ends without it.
    public func errors(containing text: String) async throws -> String {
        let record = try await record.wait(within: .seconds(300)) {
            $0.status != nil || String(decoding: $0.errors, as: UTF8.self).contains(text)
        }
        let errors = String(decoding: record.errors, as: UTF8.self)
        guard errors.contains(text) else { throw Missing(text: text, errors: errors) }
        return errors
    }

    /// Writes a line to the program's standard input.
    public func write(_ line: String) {
        input.yield(line + "\n")
    }

    public func send(_ signal: Int32) {
        // After a process has ended, another one may get its number.
        if record.value.status == nil { Foundation.kill(processID, signal) }
    }

    /// Ends the program at once, as `kill -9` does, and waits until it is gone.
    public func kill() async {
        send(SIGKILL)
        await task.value
    }

    private static func write(_ lines: AsyncStream<String>, to writer: StandardInputWriter) async {
        do {
            for await line in lines { _ = try await writer.write(line) }
            try await writer.finish()
        } catch {
            // The program has ended and reads no more.
        }
    }
}

extension Watched where Value == TestProgram.Record {
    /// Reads both streams to their ends.
    fileprivate func read(_ output: SubprocessOutputSequence, _ errors: SubprocessOutputSequence) async {
        @Sendable func read(_ stream: SubprocessOutputSequence, _ add: @escaping @Sendable (inout Value, Data) -> Void)
            async
        {
            do {
                for try await buffer in stream {
                    let data = buffer.withUnsafeBytes { Data($0) }
                    update { add(&$0, data) }
                }
            } catch {
                // A killed program's remaining output isn't needed.
            }
        }
        async let reading: Void = read(output) { $0.output.append($1) }
        await read(errors) { $0.errors.append($1) }
        await reading
    }
}

extension Configuration {
    fileprivate init(_ call: [String], environment: [String: String]?) {
        self.init(
            executable: call[0].contains("/") ? .path(FilePath(call[0])) : .name(call[0]),
            arguments: Arguments(Array(call.dropFirst())),
            environment: environment.map {
                .custom(Dictionary(uniqueKeysWithValues: $0.map { (Environment.Key(stringLiteral: $0), $1) }))
            } ?? .inherit)
    }
}

extension TerminationStatus {
    fileprivate var code: Int32 {
        switch self {
        case .exited(let code): code
        case .signaled(let signal): 128 + signal
        }
    }
}
