import CAdwaita
import CGtkKit
import Foundation
import GtkKit
import XCTest

/// How the app hears that it shall end. The comment above a function is its name.
final class TerminationSignalsTests: WidgetTestCase {
    /// The second SIGHUP of a closed terminal doesn't end the app, which is asked once; SIGTERM would end it then
    func test_signals_surviveSecondHangup() {
        onMain {
            // The tests may have been started by nohup.
            let before = signal(SIGHUP, SIG_DFL)
            defer { signal(SIGHUP, before) }
            var count = 0
            let signals = TerminationSignals { count += 1 }
            raise(SIGHUP)
            runLoop(until: "the first signal") { count > 0 }
            XCTAssertTrue(Self.isDefault(SIGTERM))
            XCTAssertFalse(Self.isDefault(SIGHUP))
            guard !Self.isDefault(SIGHUP) else { return }
            // GLib gives a signal to all its sources at once. This one ends with it.
            let source = g_unix_signal_add(SIGHUP, { _ in gboolean(0) }, nil)
            raise(SIGHUP)
            runLoop(until: "the second signal") { g_main_context_find_source_by_id(nil, source) == nil }
            while g_main_context_pending(nil) != 0 { g_main_context_iteration(nil, gboolean(0)) }
            XCTAssertEqual(count, 1)
            withExtendedLifetime(signals) {}
        }
    }

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
