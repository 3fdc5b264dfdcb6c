

/// The controllers of all images in the list, by id, and which of them are near the screen (B213, B238, B239).
@MainActor
public final class FeedImageControllers<Picture: Sendable> {
    public typealias Controller = FeedImageController<Picture>

    private let look: Controller.Look?
    private let load: Controller.Load
    private let nearRows: Int
    private var rows: [FeedImage] = []
    private var positions: [FeedImage.ID: Int] = [:]
    private var controllers: [FeedImage.ID: Controller] = [:]
    private var visible: Set<FeedImage.ID> = []
    private var near: Set<FeedImage.ID> = []

    /// - Parameters:
    ///   - nearRows: how many rows after those on the screen are near it; half as many before them are, too.
    ///   - look: where pictures are kept in memory (N028).
    ///   - load: with visible priority for a row on the screen, with that of preloads for one near it (N022).
    public init(nearRows: Int = 5, look: Controller.Look? = nil, load: @escaping Controller.Load) {
        self.look = look
        self.load = load
        self.nearRows = nearRows
    }

    /// The controllers of images that are in both lists stay, with what they load. A controller whose image has another
    /// URL now is replaced.
    public func display(_ rows: [FeedImage]) {
        self.rows = rows
        positions = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for (id, controller) in controllers {
            guard let position = positions[id], rows[position].url == controller.image.url else {
                controller.stop()
                controllers[id] = nil
                near.remove(id)
                continue
            }
        }
        updateNear()
    }

    /// `nil` for an image that is not in the list.
    public func controller(for id: FeedImage.ID) -> Controller? {
        guard let position = positions[id] else { return nil }
        if let controller = controllers[id] { return controller }
        let controller = Controller(image: rows[position], look: look, load: load)
        controllers[id] = controller
        return controller
    }

    /// Told which rows are on the screen, each of which has been told itself.
    public func visibleRowsChanged(_ ids: Set<FeedImage.ID>) {
        visible = ids
        updateNear()
    }

    public func stop() {
        for controller in controllers.values { controller.stop() }
        controllers = [:]
        near = []
    }

    private func updateNear() {
        let shown = visible.compactMap { positions[$0] }
        var window: [FeedImage] = []
        if let first = shown.min(), let last = shown.max() {
            window = FeedImagePreloadWindow(rows: nearRows).positions(around: first...last, of: rows.count)
                .map { rows[$0] }
        }
        let now = Set(window.map(\.id))
        for id in near.subtracting(now) { controllers[id]?.resignNearVisible() }
        // Those that come next first.
        for row in window where !near.contains(row.id) { controller(for: row.id)?.becomeNearVisible() }
        near = now
    }
}
