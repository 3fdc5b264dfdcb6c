import EssentialFeed
import EssentialFeedGTK
import GtkKit

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
