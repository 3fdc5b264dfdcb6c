public import EssentialFeed
public import Foundation
public import ImageFormats
public import ImagePipeline

/// A decoder for programs that show no pictures, or want image data as it is.
public struct EncodedImages: ImageDecoder {
    /// The size to ask for, which has no effect.
    public static let size = PixelSize(width: 1, height: 1)

    /// Creates the decoder.
    public init() {}

    /// Returns 0: nothing is decoded.
    public func estimatedBytes(of data: Data, for size: PixelSize) -> Int { 0 }

    /// Returns the data as it is.
    public func decode(_ data: Data, for size: PixelSize) -> Data { data }

    /// Returns the number of bytes.
    public func cost(of picture: Data) -> Int { picture.count }
}

extension ServerSession where Picture == Data {
    /// Opens the session of a program that shows no pictures: it keeps none in memory, and has no decoder.
    /// - Parameters:
    ///   - address: The server.
    ///   - signIn: Returns the name and the password that the server asks for. Called before each request.
    ///   - context: What the session needs from its program.
    public static func open(
        _ address: ServerAddress, signIn: @escaping @Sendable () async -> SignIn? = { nil }, in context: SessionContext
    ) async -> ServerSession {
        await open(address, signIn: signIn, memory: PictureCache(limit: 0), decoder: EncodedImages(), in: context)
    }
}
