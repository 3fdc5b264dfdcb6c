import CAdwaita
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Files
import Foundation
import GtkKit
import ImageFormats

/// Gives photos to the clipboard, to files and to other programs, in the highest available resolution.
final class PhotoCopies {
    private let session: Task<ServerSession<Texture>, Never>
    /// The longest edge of a printed photo, in pixels: A3 at 600 dots per inch. Cairo draws nothing above 32,767.
    private static let maximumPrinted = 9_921
    private let files: PhotoFiles
    private let window: MainWindow
    private let environment: AppEnvironment
    private var loading: Task<Void, Never>?
    private var preparing: Task<Void, Never>?
    private var saving: Task<Void, Never>?
    private var isStopped = false
    private var dragged: FeedImage?

    init(of server: OpenServer, on opening: OpeningSession, window: MainWindow, in environment: AppEnvironment) {
        session = opening.session
        files = PhotoFiles(of: session, photos: server.photos, in: environment)
        (self.window, self.environment) = (window, environment)
    }

    private var language: Language { environment.language }

    func stop() {
        isStopped = true
        loading?.cancel()
        preparing?.cancel()
        stopSaving()
    }

    func copy(_ image: FeedImage) {
        load(image) { [self] data in
            let texture = try await texture(of: data)
            var file: URL?
            do {
                file = try await files.file(of: image, data: data)
            } catch {
                // The picture is enough, for example on a full disk.
                environment.report(error)
            }
            try Task.checkCancellation()
            let encoded = ImageFormat(of: data).map { (bytes: data, type: "image/\($0.rawValue)") }
            SharedPhoto(file: file, data: encoded, texture: texture).copy(from: window.widget)
            window.showToast(language.text(.copied), seconds: 5)
        }
    }

    func save(_ image: FeedImage) {
        load(image) { [window, environment] data in
            let language = environment.language
            let name = ImageFileName.suggested(
                for: image, fallback: language.text(.photo), format: ImageFormat(of: data))
            let size = try ImageHeader(of: data).uprightSize
            SaveDialog.ask(name: name, size: size, over: window.widget, language: language) { file in
                guard let file else { return window.showToast(language.text(.notOnThisComputer)) }
                let output = AtomicFile(file.path(percentEncoded: false), permissions: nil, followsLinks: true)
                Task {
                    do {
                        try await environment.copies.run { try output.write(data) }
                        window.showToast(language.text(.saved), seconds: 5)
                    } catch {
                        environment.report(error)
                        window.showToast(Self.text(for: error, in: language))
                    }
                }
            }
        }
    }

    /// Existing files stay, and a photo whose largest variant can't be loaded doesn't stop the others.
    func save(_ images: [FeedImage], show: @escaping (CopyProgress) -> Void) {
        FolderDialog.ask(over: window.widget, language: language) { [self] folder in
            // The feed may have been closed under the dialog.
            guard !isStopped else { return }
            guard let folder else { return window.showToast(language.text(.notOnThisComputer)) }
            saving = Task { [self, before = saving] in
                before?.cancel()
                await before?.value
                let (saved, error) = await save(images, in: folder) { show(.saving($0, of: images.count)) }
                if let error { environment.report(error) }
                guard !isStopped else { return }
                if saved.count == images.count {
                    show(.ended(saved: saved, nil))
                    window.showToast(language.text(.copiesSaved, String(saved.count)), seconds: 5)
                } else {
                    let number = language.text(
                        PreferencesStrings.offlinePartlySaved, String(images.count), String(saved.count))
                    let reason = error.map { "\n" + Self.text(for: $0, in: language) } ?? ""
                    show(.ended(saved: saved, number + reason))
                }
            }
        }
    }

    static func text(for error: any Error, in language: Language) -> String {
        switch error {
        case let error as FileSystemError: language.text(error.errno.isDiskFull ? .diskFull : .cannotSave)
        case let error as RemoteError where error.feedImageError == .noConnection: error.message(in: language)
        default: FeedImageError(error).message(in: language)
        }
    }

    /// Returns the saved photos and the last error, if any. Only an error of the folder ends saving early.
    private func save(
        _ images: [FeedImage], in folder: URL, show: (Int) -> Void
    ) async -> (saved: Set<FeedImage.ID>, error: (any Error)?) {
        var result: (saved: Set<FeedImage.ID>, error: (any Error)?) = ([], nil)
        for image in images {
            show(result.saved.count)
            do {
                let data = try await session.value.largestImageData(of: image)
                try await environment.copies.run { [photo = language.text(.photo)] in
                    let path = try Self.newPath(in: folder) {
                        ImageFileName.suggested(for: image, number: $0, fallback: photo, format: ImageFormat(of: data))
                    }
                    try AtomicFile(path, permissions: nil).write(data)
                }
                result.saved.insert(image.id)
            } catch is CancellationError {
                return result
            } catch let error as FileSystemError {
                return (result.saved, error)
            } catch {
                result.error = error
            }
        }
        return result
    }

    /// Returns the first path in a folder without a file or a link.
    private nonisolated static func newPath(in folder: URL, name: (Int) -> String) throws(FileSystemError) -> String {
        var number = 1
        while true {
            let path = folder.appending(path: name(number)).path(percentEncoded: false)
            guard try FileSystem.status(path, followsLinks: false) != nil else { return path }
            number += 1
        }
    }

    func stopSaving() { saving?.cancel() }

    func send(_ image: FeedImage, to portal: Portal) {
        run { [self] in
            let file = try await files.file(of: image)
            try Task.checkCancellation()
            let subject = image.description ?? image.location ?? language.text(.photo)
            DesktopPortals.send(file, to: portal, subject: PlainText.line(subject), over: window.widget) { [self] in
                report($0, language.text(portal.failure))
            }
        }
    }

    func print(_ image: FeedImage) {
        load(image) { [self] data in
            let texture = try await texture(of: data, maximum: Self.maximumPrinted)
            try Task.checkCancellation()
            let name = ImageFileName.suggested(for: image, fallback: language.text(.photo), format: nil)
            PhotoPrint.run(texture, name: name, over: window.widget) { [self] in
                report($0, language.text(.cannotPrint))
            }
        }
    }

    func showInFiles(_ image: FeedImage) {
        run { [self] in
            guard let file = try await files.original(of: image) else {
                return window.showToast(language.text(.fileIsGone))
            }
            showInFiles(file)
        }
    }

    func showInFiles(_ file: URL) {
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
            return window.showToast(language.text(.fileIsGone))
        }
        DesktopPortals.showInFiles(file) { [self] error in
            guard let error else { return }
            environment.report(error)
            openFolder(file.deletingLastPathComponent())
        }
    }

    func openFolder(_ folder: URL) {
        guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
            return window.showToast(language.text(.fileIsGone))
        }
        gtk_show_uri(window.widget.window, folder.absoluteString, guint32(GDK_CURRENT_TIME))
    }

    /// `loads`: whether to load a photo that has no file on this computer.
    func prepareDrag(of image: FeedImage, loads: Bool) {
        guard files.known(image) == nil else { return }
        preparing?.cancel()
        preparing = Task { [files, environment] in
            do {
                _ = try await loads ? files.file(of: image) : files.original(of: image)
            } catch {
                // Without a file, the photo isn't dragged.
                if !(error is CancellationError) { environment.report(error) }
            }
        }
    }

    /// Returns the content of a photo's drag; `nil` if its file isn't ready, and then loads it for the next attempt.
    func drag(_ image: FeedImage) -> SharedPhoto? {
        guard let file = files.known(image) else {
            prepareDrag(of: image, loads: true)
            return nil
        }
        dragged = image
        return SharedPhoto(file: file)
    }

    /// Ends a drag, and reports it if the file has vanished in the meantime.
    func endDrag() {
        if let dragged, files.hasVanished(dragged) { window.showToast(language.text(.fileIsGone), seconds: 5) }
        dragged = nil
    }

    private func texture(of data: Data, maximum: Int = .max) async throws -> Texture {
        let size = try ImageHeader(of: data).uprightSize.scaled(toLongEdge: maximum)
        return try await TextureDecoder(environment.decoders).decode(data, for: size)
    }

    private func report(_ error: (any Error)?, _ text: String) {
        guard let error else { return }
        environment.report(error)
        window.showToast(text, seconds: 5)
    }

    /// Loads the bytes of a photo. A new request cancels a load that is still running.
    private func load(_ image: FeedImage, then use: @escaping (Data) async throws -> Void) {
        run { [session] in
            let data = try await session.value.imageData(of: image)
            try Task.checkCancellation()
            try await use(data)
        }
    }

    private func run(_ work: @escaping () async throws -> Void) {
        loading?.cancel()
        loading = Task { [window, environment] in
            do {
                try await work()
            } catch {
                guard !Task.isCancelled, !(error is CancellationError) else { return }
                environment.report(error)
                window.showToast(Self.text(for: error, in: environment.language), seconds: 5)
            }
        }
    }
}

extension Portal {
    fileprivate var failure: ScreenStrings {
        switch self {
        case .openWith: .cannotOpenPhoto
        case .background: .cannotSetBackground
        case .email: .cannotEmail
        }
    }
}
