import EssentialFeed
import TestSupport
import Testing

/// When the viewer's controls and its zoom level are seen.
@MainActor
@Suite(.detectsHangs) struct ViewerControlsTests {
    /// The controls, what holds them, and their visibility after each change.
    @MainActor private final class Viewer {
        let clock = VirtualClock()
        var isHeld = false
        let changes = Shown<Seen>()
        private(set) lazy var controls: ViewerControls = ViewerControls(
            clock: clock, isHeld: { [weak self] in self?.isHeld ?? false },
            onChange: { [weak self] in
                if let self { changes.add(Seen(areShown: controls.areShown, zoom: controls.zoom)) }
            })
    }

    private struct Seen: Equatable {
        let areShown: Bool
        let zoom: Int?
    }

    @Test func `Controls hide two seconds after their last use, and come back with the next`() async {
        let viewer = Viewer()
        viewer.controls.used()
        await viewer.clock.sleepers(1)
        viewer.clock.advance(by: .milliseconds(1_900))
        viewer.controls.used()
        await viewer.clock.sleepers(1)
        viewer.clock.advance(by: .milliseconds(1_900))
        #expect(viewer.controls.areShown)
        viewer.clock.advance(by: .milliseconds(100))
        await viewer.changes.until { !$0.areShown }
        viewer.controls.used()
        #expect(viewer.controls.areShown)
        #expect(viewer.clock.sleeps.allSatisfy { $0 == .seconds(2) })
    }

    @Test func `Controls stay while something holds them, and hide two seconds later at most`() async {
        let viewer = Viewer()
        viewer.isHeld = true
        viewer.controls.used()
        for _ in 0..<3 {
            await viewer.clock.sleepers(1)
            viewer.clock.advance(by: .seconds(2))
        }
        await viewer.clock.sleepers(1)
        #expect(viewer.controls.areShown)
        viewer.isHeld = false
        viewer.clock.advance(by: .seconds(2))
        await viewer.changes.until { !$0.areShown }
        #expect(!viewer.controls.areShown)
    }

    @Test func `The zoom level is seen for a second after its last change, whether the controls are or not`() async {
        let viewer = Viewer()
        viewer.controls.zoomed(to: 150)
        await viewer.clock.sleepers(1)
        viewer.clock.advance(by: .milliseconds(900))
        viewer.controls.zoomed(to: 225)
        #expect(viewer.controls.zoom == 225)
        await viewer.clock.sleepers(1)
        viewer.clock.advance(by: .milliseconds(900))
        #expect(viewer.controls.zoom == 225)
        viewer.clock.advance(by: .milliseconds(100))
        await viewer.changes.until { $0.zoom == nil }
        #expect(viewer.controls.areShown)
    }
}
