package import ImageFormats
import ImagePipeline

/// The controllers of all images in the list, by id. Also tracks which images are near the screen.
@MainActor
package final class FeedImageControllers<Picture: Sendable> {
    package typealias Controller = FeedImageController<Picture>

    package var sizing: PictureSizing {
        didSet {
            if sizing != oldValue { updateSizes() }
        }
    }

    package var imagesInRow = 1 {
        didSet { if imagesInRow != oldValue { updateNear() } }
    }

    private let look: Controller.Look?
    private let load: Controller.Load
    private let nearRows: Int
    private var rows: [FeedImage] = []
    private var positions: [FeedImage.ID: Int] = [:]
    private var controllers: [FeedImage.ID: Controller] = [:]
    private var visible: Set<FeedImage.ID> = []
    private var near: Set<FeedImage.ID> = []

    /// Creates the controllers of an empty list.
    /// - Parameters:
    ///   - nearRows: How many rows below those on the screen count as near; above them, half as many count.
    ///   - load: Loads a picture, off the main actor: with visible priority for rows on the screen, as a preload for
    ///     near rows.
    package init(
        nearRows: Int = 5, sizing: PictureSizing, look: Controller.Look? = nil, load: @escaping Controller.Load
    ) {
        self.look = look
        self.load = load
        self.nearRows = nearRows
        self.sizing = sizing
    }

    /// Replaces the images of the list.
    ///
    /// Images in both lists keep their controllers and loads, unless their URL or variants have changed.
    /// - Parameter arrange: Sets the sizes of the pictures, before any is loaded.
    package func display(_ rows: [FeedImage], arrange: () -> Void = {}) {
        self.rows = rows
        positions = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for (id, controller) in controllers {
            if let position = positions[id], rows[position].hasSamePicture(as: controller.image) { continue }
            controller.stop()
            controllers[id] = nil
            near.remove(id)
        }
        let before = sizing
        arrange()
        // Moved images may have other sizes although the rows are the same.
        if sizing == before { updateSizes() }
        updateNear()
    }

    package func controller(for id: FeedImage.ID) -> Controller? {
        guard let position = positions[id] else { return nil }
        if let controller = controllers[id] { return controller }
        let controller = controller(of: rows[position], size: size(of: rows[position]))
        controllers[id] = controller
        return controller
    }

    package func size(of image: FeedImage) -> PixelSize { sizing.size(of: image, at: positions[image.id]) }

    /// Returns a new controller outside the list, for an image at another size.
    package func controller(of image: FeedImage, size: PixelSize) -> Controller {
        Controller(image: image, size: size, look: look, load: load)
    }

    /// Preloads the rows near the visible ones. Call it after the controllers of the visible rows.
    package func visibleRowsChanged(_ ids: Set<FeedImage.ID>) {
        visible = ids
        updateNear()
    }

    package func stop() {
        for controller in controllers.values { controller.stop() }
        controllers = [:]
        near = []
    }

    private func updateSizes() {
        for (id, controller) in controllers {
            let size = size(of: controller.image)
            guard size != controller.pictureSize else { continue }
            // A preload of the old size would be followed by another load.
            if near.contains(id) { controller.resignNearVisible() }
            controller.pictureSize = size
            if near.contains(id) { controller.becomeNearVisible() }
        }
    }

    private func updateNear() {
        let shown = visible.compactMap { positions[$0] }
        var window: [FeedImage] = []
        if let first = shown.min(), let last = shown.max() {
            window = FeedImagePreloadWindow(rows: nearRows * max(1, imagesInRow))
                .positions(around: first...last, of: rows.count).map { rows[$0] }
        }
        let now = Set(window.map(\.id))
        for id in near.subtracting(now) { controllers[id]?.resignNearVisible() }
        // The window begins with the next rows below the screen.
        for row in window where !near.contains(row.id) { controller(for: row.id)?.becomeNearVisible() }
        near = now
    }
}

/// The rows near the screen, for preloading.
package struct FeedImagePreloadWindow: Hashable, Sendable {
    private let rows: Int

    package init(rows: Int) { self.rows = rows }

    /// Returns the positions of the near rows: first the rows below the screen, then those above, each nearest first.
    package func positions(around shown: ClosedRange<Int>, of count: Int) -> [Int] {
        let after = shown.upperBound + 1..<max(shown.upperBound + 1, min(count, shown.upperBound + 1 + rows))
        let before = max(0, shown.lowerBound - rows / 2)..<shown.lowerBound
        return Array(after) + before.reversed()
    }
}
