import CAdwaita
import EssentialFeedGTK
import GtkKit
import XCTest

/// Screens on top of each other. The comment above a function is its name.
final class NavigatorTests: WidgetTestCase {
    /// B275 Back, by the button or by a swipe, removes the topmost screen once it has slid out, and reports it once
    func test_navigator_goesBack() {
        onMain {
            for (isAnimated, isSwipe) in [(true, false), (true, true), (false, false), (false, true)] {
                Surroundings.set("gtk-enable-animations", isAnimated)
                let navigator = Navigator()
                var slid: [Bool] = []
                let (bottom, top) = (Screens.feed(.stay), Screens.feed(.stay))
                navigator.start(with: bottom.root)
                XCTAssertFalse(navigator.canGoBack)
                let stage = Stage(navigator.root)
                for times in 1...2 {
                    navigator.push(top.root) { [unowned navigator] in
                        slid.append(adw_leaflet_get_child_transition_running(navigator.root.opaque) == 0)
                    }
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

    /// A screen over another goes back to it, and a screen that is sliding out isn't gone back to
    func test_navigator_pushesSeveral() {
        onMain {
            let stack = ScreenStack(of: 4)
            let (navigator, screens, stage) = (stack.navigator, stack.screens, stack.stage)
            navigator.goBack()
            navigator.push(screens[3].root) { stack.backs.append(3) }
            runLoop(until: "the last screen alone") { screens[3].root.isMapped && stack.backs == [2] }
            XCTAssertNil(gtk_widget_get_parent(screens[2].root.pointer))
            stage.settle()
            for count in 2...3 {
                navigator.goBack()
                runLoop(until: "the screen below") { stack.backs.count == count }
            }
            XCTAssertEqual(stack.backs, [2, 3, 1])
            XCTAssertFalse(navigator.canGoBack)
            stage.close()
        }
    }

    /// A screen that has slid out is gone when the next step needs that, and is gone back from once
    func test_navigator_finishesGoingBackAtOnce() {
        onMain {
            let stack = ScreenStack(of: 3)
            let (navigator, screens, stage) = (stack.navigator, stack.screens, stack.stage)
            // Without an animation, it slides out at once and is removed after the next layout.
            navigator.goBack()
            XCTAssertEqual(stack.backs, [])
            XCTAssertNotNil(gtk_widget_get_parent(screens[2].root.pointer))
            navigator.finishGoingBack()
            XCTAssertEqual(stack.backs, [2])
            XCTAssertNil(gtk_widget_get_parent(screens[2].root.pointer))
            // The same screen can be pushed again.
            navigator.push(screens[2].root) { stack.backs.append(3) }
            runLoop(until: "the screen again") { screens[2].root.isMapped }
            stage.settle()
            XCTAssertTrue(navigator.isOnTop(screens[2].root))
            XCTAssertEqual(stack.backs, [2])
            navigator.goBack()
            runLoop(until: "the screen below") { stack.backs.count == 2 }
            stage.settle()
            XCTAssertEqual(stack.backs, [2, 3])
            stage.close()
        }
    }

    /// The pointer presses nothing on a screen that slides out, which is gone when the next one needs that
    func test_navigator_shieldsScreenThatSlidesOut() {
        onMain {
            Surroundings.set("gtk-enable-animations", true)
            let stack = ScreenStack(of: 3)
            let (navigator, screens, stage) = (stack.navigator, stack.screens, stack.stage)
            XCTAssertEqual(screens.map { gtk_widget_get_can_target($0.root.pointer) }, [0, 0, 1])
            navigator.goBack()
            XCTAssertEqual(stack.backs, [])
            XCTAssertTrue(navigator.isOnTop(screens[1].root))
            XCTAssertEqual(screens.map { gtk_widget_get_can_target($0.root.pointer) }, [0, 1, 0])
            navigator.finishGoingBack()
            XCTAssertEqual(stack.backs, [2])
            XCTAssertNil(gtk_widget_get_parent(screens[2].root.pointer))
            navigator.finishGoingBack()
            XCTAssertEqual(stack.backs, [2])
            XCTAssertTrue(navigator.canGoBack)
            stage.close()
        }
    }

    /// Who goes back finds the focus where it was, and on no button if it was on none
    func test_navigator_returnsFocus() {
        onMain {
            for isAnimated in [false, true] {
                Surroundings.set("gtk-enable-animations", isAnimated)
                let (navigator, top) = (Navigator(), Screens.feed(.stay))
                let buttons = ["first", "second"].map { Widget.textButton($0) }
                navigator.start(with: .column(buttons))
                let stage = Stage(navigator.root).settled()
                var backs = 0
                for focused in [nil, buttons[1], nil] {
                    gtk_window_set_focus(stage.window.window, focused?.pointer)
                    navigator.push(top.root) { backs += 1 }
                    runLoop(until: "the pushed screen") { top.root.isMapped && !buttons[0].isMapped }
                    let refresh = top.root.descendants.first { $0.isMapped && $0.isA(gtk_button_get_type()) }
                    gtk_widget_grab_focus(try XCTUnwrap(refresh).pointer)
                    let before = backs
                    navigator.goBack()
                    XCTAssertEqual(gtk_window_get_focus(stage.window.window), focused?.pointer)
                    runLoop(until: "the screen below") { backs > before }
                    stage.settle()
                    XCTAssertEqual(gtk_window_get_focus(stage.window.window), focused?.pointer)
                }
                stage.close()
            }
        }
    }
}

/// Three screens on top of each other, and those still to come.
@MainActor
private final class ScreenStack {
    let navigator = Navigator()
    let screens: [FeedScreen]
    let stage: Stage
    /// The screens left by going back.
    var backs: [Int] = []

    init(of count: Int) {
        screens = (0..<count).map { _ in Screens.feed(.stay) }
        navigator.start(with: screens[0].root)
        stage = Stage(navigator.root)
        for (index, screen) in screens.enumerated().prefix(3).dropFirst() {
            navigator.push(screen.root) { [unowned self] in backs.append(index) }
            runLoop(until: "the pushed screen") { screen.root.isMapped }
            stage.settle()
        }
    }
}
