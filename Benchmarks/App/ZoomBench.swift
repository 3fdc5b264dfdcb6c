import CAdwaita
import Foundation
import GtkKit

/// Enlarges and moves a picture of 12 megapixels by keys, a step in each frame, and prints one line: p50, p95 and p99
/// of a frame's work with the step, in milliseconds, and the size of the viewer's box.
final class ZoomBench {
    /// How many steps enlarge the picture so far that all of its pixels are decoded.
    private static let steps = 11
    private static let moves = [
        GDK_KEY_minus, GDK_KEY_plus, GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Left, GDK_KEY_Up,
    ]

    private let stage: ViewerStage
    private let count: Int
    private var frames = 0
    private var began = 0
    private var work: [Double] = []

    /// - Parameter count: How many frames are measured.
    init(application: UnsafeMutableRawPointer, count: Int) {
        self.count = count
        stage = ViewerStage(application: application, count: 1, descriptions: false)
        Task { await self.run() }
    }

    private func run() async {
        await stage.loaded(0, and: 0)
        stage.open(0)
        while stage.shownWidth ?? 0 <= stage.cardWidth { await stage.frame() }
        let box = stage.box
        for _ in 0..<Self.steps {
            stage.press(GDK_KEY_plus)
            await stage.frame()
        }
        // Rounding the viewer's box may cost a few pixels at the sides.
        while stage.shownWidth ?? 0 < 3_990 { await stage.frame() }
        stage.onFrame = { [weak self] in self?.beginFrame() }
        stage.onFrameDrawn = { [weak self] in self?.finishFrame() }
        while work.count < count { await stage.frame() }
        work.sort()
        let figures = [50, 95, 99].map { String(format: "%.2f", work[count * $0 / 100]) }
        print((figures + [String(box.width), String(box.height)]).joined(separator: " "))
        exit(0)
    }

    private func beginFrame() {
        began = g_get_monotonic_time()
        stage.press(Self.moves[frames / 5 % Self.moves.count])
    }

    private func finishFrame() {
        guard work.count < count else { return }
        frames += 1
        // The first round warms up.
        if frames > Self.moves.count * 5 { work.append(Double(g_get_monotonic_time() - began) / 1e3) }
    }
}
