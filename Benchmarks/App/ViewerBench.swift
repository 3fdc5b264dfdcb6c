import CAdwaita
import DecoderProcess
import Foundation
import GtkKit
import ImageFormats

/// Opens images in the viewer and prints one line: the most frames from a click to the card's picture; medians in
/// milliseconds until that frame was drawn, until the picture in the viewer's size was, and of decoding the same file
/// to that size.
final class ViewerBench {
    private let stage: ViewerStage
    private let count: Int
    private var clicked = 0
    private var frames = 0
    private var first: (frames: Int, time: Double)?
    private var full: (time: Double, width: Int)?

    /// - Parameter count: How many images are opened.
    init(application: UnsafeMutableRawPointer, count: Int) {
        self.count = count
        stage = ViewerStage(
            application: application, count: count * 5 + 20, descriptions: true, photo: ScrollBench.photo(noise: 26))
        stage.onFrameDrawn = { [weak self] in self?.finishFrame() }
        Task { await self.run() }
    }

    private func run() async {
        var firstFrames = 0
        var (firsts, fulls, floors): ([Double], [Double], [Double]) = ([], [], [])
        // The first two warm everything up. The viewer preloads the adjacent images.
        for round in 0..<(count + 2) {
            while stage.top < round * 4 {
                stage.scroll(by: 100)
                await stage.frame()
            }
            let number = stage.top
            await stage.loaded(number, and: 4)
            for _ in 0..<20 { await stage.frame() }
            (first, full, frames) = (nil, nil, 0)
            clicked = g_get_monotonic_time()
            stage.open(number)
            while full == nil { await stage.frame() }
            guard let first, let full else { exit(70) }
            await stage.close()
            let floor = await decodeTime(width: full.width)
            guard round >= 2 else { continue }
            firstFrames = max(firstFrames, first.frames)
            firsts.append(first.time)
            fulls.append(full.time)
            floors.append(floor)
        }
        let figures = [firsts, fulls, floors].map { String(format: "%.2f", $0.sorted()[$0.count / 2]) }
        print(([String(firstFrames)] + figures).joined(separator: " "))
        exit(0)
    }

    private func finishFrame() {
        frames += 1
        guard let width = stage.shownWidth else { return }
        let time = Double(g_get_monotonic_time() - clicked) / 1e3
        if first == nil { first = (frames, time) }
        if full == nil, width > stage.cardWidth { full = (time, width) }
    }

    private func decodeTime(width: Int) async -> Double {
        let start = g_get_monotonic_time()
        do {
            let size = PixelSize(width: width, height: width * 3 / 4)
            let picture = try await stage.decoders.picture(of: stage.photo, filling: size)
            guard picture.size.width == width else { exit(70) }
        } catch {
            print(error)
            exit(70)
        }
        return Double(g_get_monotonic_time() - start) / 1e3
    }
}
