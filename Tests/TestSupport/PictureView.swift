package import EssentialFeed

/// A view that records its displays. A picture is a text.
package final class PictureView: FeedImageView {
    package enum Look: Equatable {
        case empty, loading, failed
        case shown(String)

        package init(_ state: FeedImageState<String>) {
            self =
                switch state {
                case .empty: .empty
                case .loading: .loading
                case .shown(let picture): .shown(picture)
                case .failed: .failed
                }
        }
    }

    package let shown = Shown<Look>()

    package init() {}

    package func display(_ state: FeedImageState<String>) {
        shown.add(Look(state))
    }
}
