@testable import GtkKit
import XCTest

/// How the app hears that memory is short. Each function's first line is its rows.
final class MemoryPressureTests: WidgetTestCase {
    /// N028 Memory counts as short from the first sign of it until none has come for a while
    func test_pressure_beginsOnceAndEnds() {
        onMain {
            var told: [Bool] = []
            let pressure = MemoryPressure(stall: "/dev/null", lasting: .milliseconds(20)) { told.append($0) }
            XCTAssertEqual(told, [])
            pressure.sign()
            pressure.sign()
            XCTAssertEqual(told, [true])
            runLoop(until: "the end of it") { told.count > 1 }
            XCTAssertEqual(told, [true, false])
            pressure.sign()
            XCTAssertEqual(told, [true, false, true])
        }
    }

    /// N028 A kernel that tells nothing of memory is done without
    func test_pressure_needsNoKernel() {
        onMain {
            var told: [Bool] = []
            let pressure = MemoryPressure(stall: "/nowhere/memory") { told.append($0) }
            withExtendedLifetime(pressure) { XCTAssertEqual(told, []) }
        }
    }
}
