import EssentialFeed

/// Remembers what it was told to show; a picture is a text.
final class PictureView: FeedImageView {
    enum Look: Equatable {
        case empty, loading, failed
        case shown(String)

        init(_ state: FeedImageState<String>) {
            self =
                switch state {
                case .empty: .empty
                case .loading: .loading
                case .shown(let picture): .shown(picture)
                case .failed: .failed
                }
        }
    }

    let shown = Shown<Look>()

    func display(_ state: FeedImageState<String>) {
        shown.add(Look(state))
    }
}
