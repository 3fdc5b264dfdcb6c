import CAdwaita
import Foundation
import GtkKit
import XCTest

/// How the app hears that it shall end. The comment above a function is its name.
final class TerminationSignalsTests: WidgetTestCase {
    /// A signal counts as soon as it arrives, before the main loop runs
    func test_signals_arriveBeforeLoopRuns() {
        onMain {
            var isHandled = false
            let signals = TerminationSignals { isHandled = true }
            XCTAssertFalse(signals.hasArrived)
            guard !Self.isDefault(SIGTERM) else { return }
            raise(SIGTERM)
            XCTAssertTrue(signals.hasArrived)
            XCTAssertFalse(isHandled)
            runLoop(until: "the signal's handler") { isHandled }
        }
    }

    private static func isDefault(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
    }
}
