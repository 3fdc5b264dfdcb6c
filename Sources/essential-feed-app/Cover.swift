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
