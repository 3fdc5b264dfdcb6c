package import ImageFormats

package struct ImageViewerViewModel: Hashable, Sendable {
    package var image: FeedImage
    package var texts: FeedImageViewModel
    package var hasPrevious: Bool
    package var hasNext: Bool
}

@MainActor
package protocol ImageViewerView<Picture>: FeedImageView {
    /// Shows another image, still without its picture, or new texts of the same image.
    func display(_ viewModel: ImageViewerViewModel)
}

/// Drives the viewer: shows one image of the feed at a time, loaded for its display size.
@MainActor
package final class ImageViewerController<Picture: Sendable> {
    package weak var view: (any ImageViewerView<Picture>)?
    package let animation: AnimationController<Picture>

    private var state: ImageViewerState
    private let pictures: FeedImageControllers<Picture>
    package let texts: @MainActor (FeedImage) -> FeedImageViewModel
    private let onNearEnd: @MainActor () -> Void
    private var shown: FeedImageController<Picture>?

    package init(
        _ state: ImageViewerState, pictures: FeedImageControllers<Picture>,
        texts: @escaping @MainActor (FeedImage) -> FeedImageViewModel, animation: AnimationController<Picture>? = nil,
        onNearEnd: @escaping @MainActor () -> Void
    ) {
        self.animation = animation ?? AnimationController(open: { _, _ in nil }, onError: { _ in })
        self.state = state
        self.pictures = pictures
        self.texts = texts
        self.onNearEnd = onNearEnd
    }

    package var image: FeedImage { state.image }

    package func images(aroundShown count: Int) -> ArraySlice<FeedImage> { state.images(aroundShown: count) }

    /// Returns a controller for loading an image's picture at another size, such as a thumbnail's.
    package func picture(of image: FeedImage, size: PixelSize) -> FeedImageController<Picture> {
        pictures.controller(of: image, size: size)
    }

    package func appear() {
        pictures.display(state.images)
        show()
    }

    package func display(_ rows: [FeedImage]) {
        let actions = state.handle(.rowsChanged(rows))
        pictures.display(state.images)
        perform(actions)
        displayTexts()
    }

    package func showNext() { perform(state.handle(.nextRequested)) }

    package func showPrevious() { perform(state.handle(.previousRequested)) }

    package func show(_ id: FeedImage.ID) { perform(state.handle(.requested(id))) }

    /// Shows the next image of a slideshow: after the last one, the first.
    package func turnEnded() { perform(state.handle(.turnEnded)) }

    package func retry() { shown?.retry() }

    /// Updates the texts that depend on the time. Call it about once a minute.
    package func timePassed() { displayTexts() }

    package func boxChanged(_ box: PixelSize) { pictures.sizing = .whole(in: box) }

    /// Loads the picture at a sharp size for the zoom level.
    /// - Parameter scale: The magnification relative to the picture fitted into the box.
    package func zoomed(to scale: Double) {
        guard let shown else { return }
        let size = enlarged(pictures.sizing.size(of: image), by: scale)
        if size.pixelCount > shown.pictureSize.pixelCount { shown.pictureSize = size }
    }

    package func startAnimation() {
        animation.start(image, shownAt: shown?.pictureSize ?? pictures.sizing.size(of: image))
    }

    package func stop() {
        animation.close()
        view = nil
        shown = nil
        pictures.stop()
    }

    /// Returns the size for a scale: in steps, to avoid decoding the image again during scrolling, and never larger
    /// than the image's largest size.
    private func enlarged(_ size: PixelSize, by scale: Double) -> PixelSize {
        var factor = 1.0
        while factor < min(scale, 64) { factor *= 2 }
        let whole = (image.variants.map(\.size) + [image.pixelSize].compactMap(\.self)).max { $0.width < $1.width }
        guard let whole, whole.width > 0 else { return scaled(size, to: Double(size.width) * factor, shape: size) }
        // Uses the exact shape of the whole image: a rounded one would cut off its edges.
        return scaled(size, to: min(Double(size.width) * factor, Double(max(size.width, whole.width))), shape: whole)
    }

    private func scaled(_ size: PixelSize, to width: Double, shape: PixelSize) -> PixelSize {
        guard width > Double(size.width) else { return size }
        let height = width * Double(shape.height) / Double(max(1, shape.width))
        return PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
    }

    private func perform(_ actions: [ImageViewerState.Action]) {
        for action in actions {
            switch action {
            case .show: show()
            case .loadMore: onNearEnd()
            }
        }
    }

    private func show() {
        guard let view else { return }
        animation.close()
        if let shown {
            shown.resignVisible(view)
            // The picture that was loaded for zooming is larger than the screen needs now.
            shown.pictureSize = pictures.sizing.size(of: shown.image)
        }
        displayTexts()
        shown = pictures.controller(for: image.id)
        shown?.becomeVisible(view)
        pictures.visibleRowsChanged([image.id])
    }

    private func displayTexts() {
        view?.display(
            ImageViewerViewModel(
                image: image, texts: texts(image), hasPrevious: state.hasPrevious, hasNext: state.hasNext))
    }
}
