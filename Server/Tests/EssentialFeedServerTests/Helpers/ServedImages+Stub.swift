import Foundation
import NIOPosix

@testable import EssentialFeedServer

extension ServedImages {
    /// Creates a source that makes no images.
    init(threads: NIOThreadPool) {
        self.init(
            threads: threads, servesOriginals: false, sizes: SizeCache(in: nil, now: { Date() }), maker: nil,
            condition: FolderStatus())
    }
}
