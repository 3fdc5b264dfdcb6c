package import ImageFormats

/// An animation whose frames are decoded as needed.
package protocol Animation<Picture>: Sendable {
    /// A decoded frame.
    associatedtype Picture: Sendable

    /// The timing of the frames and the number of plays.
    var header: AnimationInfo { get }

    /// Decodes the next frames, at least one. The first frame follows the last one.
    /// - Throws: An error if a frame is broken or can't currently be decoded. The next call retries the frame.
    func next() async throws -> [Picture]
}

/// What the viewer shows of an animation besides its frames.
package struct AnimationViewModel: Hashable, Sendable {
    /// Whether the animation is shown as playing, so that the user can stop it.
    package var isPlaying: Bool
    /// Whether the time must be reported for each frame of the screen.
    package var needsTime: Bool

    /// Creates a view model.
    package init(isPlaying: Bool, needsTime: Bool) {
        self.isPlaying = isPlaying
        self.needsTime = needsTime
    }
}

/// A view that shows the frames of an animation.
@MainActor
package protocol AnimationView<Picture>: AnyObject {
    /// The decoded pixels of a frame.
    associatedtype Picture: Sendable

    /// Shows the controls of the animation; `nil` hides them.
    func display(_ animation: AnimationViewModel?)
    /// Shows a frame in place of the picture.
    func display(frame: Picture)
}
