public import ImageFormats

/// An animation whose frames are decoded as they are needed.
public protocol Animation<Picture>: Sendable {
    /// A decoded frame.
    associatedtype Picture: Sendable

    /// When which frame is shown, and how often.
    var header: AnimationHeader { get }

    /// Decodes the next frames, at least one. After the last frame comes the first one again.
    /// - Throws: An error if a frame is broken, or if it can't be decoded at present. The next call tries it again.
    func next() async throws -> [Picture]
}

/// What the viewer shows of an animation, beside its frames.
public struct AnimationViewModel: Hashable, Sendable {
    /// Whether the person sees that it plays, and can stop it.
    public var isPlaying: Bool
    /// Whether the time is to be reported for each frame of the screen.
    public var needsTime: Bool

    /// Creates a view model.
    public init(isPlaying: Bool, needsTime: Bool) {
        self.isPlaying = isPlaying
        self.needsTime = needsTime
    }
}

/// A view that shows the frames of an animation.
@MainActor
public protocol AnimationView<Picture>: AnyObject {
    /// The decoded pixels of a frame.
    associatedtype Picture: Sendable

    /// Shows what can be done with the animation; `nil` if there is none.
    func display(_ animation: AnimationViewModel?)
    /// Shows a frame in the place of the picture.
    func display(frame: Picture)
}
