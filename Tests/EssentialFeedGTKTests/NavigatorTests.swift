import CAdwaita
import EssentialFeedGTK
import GtkKit
import XCTest

/// Screens on top of each other. The first line of each function's comment names its rows.
final class NavigatorTests: WidgetTestCase {
    /// B275 Back, by the button or by a swipe, removes the topmost screen once it has slid out, and reports it once
    func test_navigator_goesBack() {
        onMain {
            for (isAnimated, isSwipe) in [(true, false), (true, true), (false, false), (false, true)] {
                Surroundings.set("gtk-enable-animations", isAnimated)
                let navigator = Navigator()
                var slid: [Bool] = []
                navigator.onBack = { [unowned navigator] in
                    slid.append(adw_leaflet_get_child_transition_running(navigator.root.opaque) == 0)
                }
                let (bottom, top) = (Screens.feed(.stay), Screens.feed(.stay))
                navigator.start(with: bottom.root)
                XCTAssertFalse(navigator.canGoBack)
                let stage = Stage(navigator.root)
                for times in 1...2 {
                    navigator.push(top.root)
                    runLoop(until: "the pushed screen") { top.root.isMapped }
                    stage.settle()
                    XCTAssertTrue(navigator.canGoBack)
                    if isSwipe {
                        adw_leaflet_navigate(navigator.root.opaque, ADW_NAVIGATION_DIRECTION_BACK)
                    } else {
                        navigator.goBack()
                    }
                    runLoop(until: "the screen below") { slid.count == times }
                    guard slid.count == times else { return stage.close() }
                    stage.settle()
                    XCTAssertEqual(slid, Array(repeating: true, count: times))
                    XCTAssertNil(gtk_widget_get_parent(top.root.pointer))
                    XCTAssertTrue(bottom.root.isMapped)
                    XCTAssertFalse(navigator.canGoBack)
                }
                stage.close()
            }
        }
    }

    /// B275 No second screen is pushed over the topmost one
    func test_navigator_pushesOne() {
        onMain {
            let navigator = Navigator()
            let screens = (0..<3).map { _ in Screens.feed(.stay) }
            navigator.start(with: screens[0].root)
            let stage = Stage(navigator.root)
            for screen in screens.dropFirst() { navigator.push(screen.root) }
            runLoop(until: "the pushed screen") { screens[1].root.isMapped }
            XCTAssertNil(gtk_widget_get_parent(screens[2].root.pointer))
            stage.close()
        }
    }
}
