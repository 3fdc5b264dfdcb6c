// Where the process of the tests begins, in place of the entry point that SwiftPM writes:
// `swift build --build-tests --experimental-test-entry-point-path Tests/EntryPoint.swift`, as `Scripts/test.sh` does.

import Foundation
import Testing
import XCTest
import essential_feedPackageDiscoveredTests

/// Starts the tests in an order that a seed decides.
///
/// Swift Testing starts suites and tests in the order of dictionaries, so its order is seeded by seeding the hashes of
/// this process. XCTest's order is shuffled here.
@main
@available(*, deprecated, message: "Only so that the list of discovered tests, which says the same, gives no warning.")
enum EntryPoint {
    static func main() {
        let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
        if let seed { seedHashes(seed) }
        guard isXCTest else { return runAsynchronously { await Testing.__swiftPMEntryPoint() as Never } }
        var tests = __allDiscoveredTests()
        if let seed {
            var generator = SplitMix64(state: seed)
            tests = tests.map { ($0.testCaseClass, $0.allTests.shuffled(using: &generator)) }
                .shuffled(using: &generator)
        }
        XCTMain(tests) as Never
    }

    private static var isXCTest: Bool {
        guard let option = CommandLine.arguments.firstIndex(of: "--testing-library") else { return true }
        return CommandLine.arguments.dropFirst(option + 1).first == "xctest"
    }

    /// Nothing may have been hashed before: `main` does it first.
    private static func seedHashes(_ seed: UInt64) {
        /// As in the standard library's `GlobalObjects.h`.
        struct Parameters {
            var seeds: (UInt64, UInt64)
            var isDeterministic: Bool
        }
        guard let address = dlsym(nil, "_swift_stdlib_Hashing_parameters") else {
            preconditionFailure("this Swift has no _swift_stdlib_Hashing_parameters")
        }
        address.storeBytes(of: Parameters(seeds: (seed, ~seed), isDeterministic: true), as: Parameters.self)
    }

    /// The work of `@main` for an asynchronous `main`. XCTest's tests need a synchronous one: they run on the main
    /// thread.
    @_silgen_name("$ss13_runAsyncMainyyyyYaKcF")
    private static func runAsynchronously(_ work: @Sendable @escaping () async throws -> Void)
}

private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
