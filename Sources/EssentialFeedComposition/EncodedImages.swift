public import EssentialFeed
public import Foundation
public import ImageFormats
public import ImagePipeline

/// A decoder for programs that don't show pictures or that need the original image data.
public struct EncodedImages: ImageDecoder {
    /// A size for requests, which has no effect.
    public static let size = PixelSize(width: 1, height: 1)

    /// Creates the decoder.
    public init() {}

    /// Prepares returning the data unchanged.
    public func prepare(_ data: Data, for size: PixelSize) -> PreparedDecode<Data> { PreparedDecode { data } }
    /// Returns the number of bytes.
    public func cost(of picture: Data) -> Int { picture.count }
}

extension ServerSession where Picture == Data {
    /// Opens the session of a program that doesn't show pictures. `signIn` is called before each request.
    public static func open(
        _ address: ServerAddress, signIn: @escaping @Sendable () async -> SignIn? = { nil }, in context: SessionContext
    ) async -> ServerSession {
        await open(address, signIn: signIn, memory: PictureCache(limit: 0), decoder: EncodedImages(), in: context)
    }

    /// Composes the session of a program that doesn't show pictures over any client and store.
    public init(_ address: ServerAddress, over infrastructure: SessionInfrastructure, options: SessionOptions) {
        self.init(
            address, over: infrastructure, memory: PictureCache(limit: 0), decoder: EncodedImages(), options: options)
    }
}
