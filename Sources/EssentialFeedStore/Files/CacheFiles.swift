import Foundation

struct CacheFiles {
    /// The cache's folder; `nil` if the cache is in memory.
    let folder: URL?
    let images: any BlobStore
    let partials: any BlobStore

    static func onDisk(_ folder: StoreFolder) -> CacheFiles {
        CacheFiles(
            folder: folder.url, images: ImageFiles(folder: folder.images), partials: ImageFiles(folder: folder.partials)
        )
    }

    static func inMemory() -> CacheFiles {
        CacheFiles(folder: nil, images: MemoryBlobs(), partials: MemoryBlobs())
    }
}
