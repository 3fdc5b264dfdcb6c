/// The visible state of an image's picture.
package enum FeedImageState<Picture: Sendable>: Sendable {
    case empty
    /// The view shows a shimmer.
    case loading
    case shown(Picture)
    /// The view shows an error, with a retry button if a retry may succeed.
    case failed(FeedImageError)

    package var picture: Picture? { if case .shown(let picture) = self { picture } else { nil } }
    package var isLoading: Bool { if case .loading = self { true } else { false } }
    package var failure: FeedImageError? { if case .failed(let error) = self { error } else { nil } }
}
