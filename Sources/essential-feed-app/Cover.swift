import EssentialFeed
import EssentialFeedGTK
import GtkKit

enum Cover {
    case viewer(ImageViewerController<Texture>, ImageViewerScreen)
    case comments(Comments)
}

enum Pane {
    case details(Details)
    case comments(Comments)

    var root: Widget {
        switch self {
        case .details(let details): details.screen.root
        case .comments(let comments): comments.screen.root
        }
    }

    var command: PhotoCommand {
        switch self {
        case .details: .details
        case .comments: .comments
        }
    }
}

struct Comments {
    let image: FeedImage
    let controller: ImageCommentsController
    let picture: FeedImageController<Texture>
    let screen: ImageCommentsScreen

    func stop() {
        controller.stop()
        picture.stop()
    }
}
