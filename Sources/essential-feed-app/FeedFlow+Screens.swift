import EssentialFeed
import EssentialFeedGTK
import GtkKit

extension FeedFlow {
    var viewer: ImageViewerController<Texture>? {
        covers.lazy.compactMap { if case .viewer(let viewer, _) = $0 { viewer } else { nil } }.first
    }

    var viewers: [ImageViewerController<Texture>] { [viewer, slideshow?.viewer].compactMap(\.self) }

    var comments: [Comments] {
        let beside: [Comments] = if case .comments(let comments) = pane { [comments] } else { [] }
        return covers.compactMap { if case .comments(let comments) = $0 { comments } else { nil } } + beside
    }

    func select(_ image: FeedImage) {
        window.navigator.finishGoingBack()
        if covers.isEmpty { view(image) }
    }

    func view(_ image: FeedImage) {
        notePlace()
        let viewer = makeViewer(of: image)
        let screen = ImageViewerScreen(controller: viewer, language: app.environment.language)
        screen.onBack = { [weak window] in window?.navigator.goBack() }
        screen.onCommand = { [weak self] in self?.perform($0, on: $1) }
        screen.onImage = { [weak self] in self?.updatePane(for: $0) }
        screen.drag = drag(loads: true)
        screen.offer(commands)
        let card = covers.isEmpty ? self.screen.picture(of: image.id) : nil
        covers.append(.viewer(viewer, screen))
        window.transition.grow(from: card, to: screen.area) {
            window.navigator.push(
                screen.root,
                onBack: { [weak self, weak viewer] in
                    if let viewer { self?.close(viewer) }
                }, leave: { [weak self, weak viewer] in self?.leave(viewer, by: $0) })
        }
        window.leaveFocus()
        viewer.appear()
    }

    private func leave(_ viewer: ImageViewerController<Texture>?, by goBack: () -> Void) {
        guard covers.count == 1, case .viewer(_, let top) = covers.last, let viewer else { return goBack() }
        let id = viewer.image.id
        window.transition.shrink(
            top.wholePicture, in: top.area, to: { [weak screen] in screen?.picture(of: id) }, close: goBack)
    }

    private func makeViewer(of image: FeedImage) -> ImageViewerController<Texture> {
        app.viewer(
            of: image, in: (controller, screen.rows), on: session, box: pictures.size(of: image),
            onError: { [weak window, environment = app.environment] error in
                environment.report(error)
                window?.showToast(environment.language.text(.cannotPlay), seconds: 5)
            })
    }

    func perform(_ command: PhotoCommand, on image: FeedImage) {
        switch command {
        case .comments: openComments(of: image)
        case .copy: copies.copy(image)
        case .save: copies.save(image)
        case .details: openDetails(of: image)
        case .openWith: copies.send(image, to: .openWith)
        case .email: copies.send(image, to: .email)
        case .background: copies.send(image, to: .background)
        case .print: copies.print(image)
        case .showInFiles: copies.showInFiles(image)
        }
    }

    /// Drags photos to other programs. A press in the viewer loads the photo, which is usually cached already.
    func drag(loads: Bool) -> ImageViewerScreen.Drag {
        (
            onPress: { [copies] in copies.prepareDrag(of: $0, loads: loads) }, onDrag: { [copies] in copies.drag($0) },
            onEnd: { [copies] in copies.endDrag() }
        )
    }

    private var commands: Set<PhotoCommand> {
        let portals = app.model.state.portals
        return Set(
            PhotoCommand.allCases.filter { command in
                switch command {
                case .comments: mayHaveComments
                case .openWith: portals.contains(.openWith)
                case .email: portals.contains(.email)
                case .background: portals.contains(.background)
                case .showInFiles: server.photos != nil
                case .copy, .save, .details, .print: true
                }
            })
    }

    func offerCommands() {
        screen.offer(commands)
        for case .viewer(_, let screen) in covers { screen.offer(commands) }
    }

    /// Lets the screen note its place before another screen covers it.
    private func notePlace() { _ = screen.place }

    /// Shows the image of the top comments, in the viewer below them if they were opened there.
    private func viewFromComments(_ image: FeedImage) {
        window.navigator.finishGoingBack()
        guard case .comments = covers.last else { return }
        if viewer == nil { view(image) } else { window.navigator.goBack() }
    }

    /// Shows the comments of an image. Goes back to the comments below the viewer if they belong to the same image.
    func openComments(of image: FeedImage) {
        window.navigator.finishGoingBack()
        if let viewer = wideViewer {
            if case .comments = pane { return closePane() }
            closePane()
            return show(.comments(makeComments(of: image, isPane: true)), beside: viewer)
        }
        if case .comments = covers.last { return }
        if case .comments(let below)? = covers.dropLast().last, below.image.id == image.id {
            return window.navigator.goBack()
        }
        notePlace()
        let comments = makeComments(of: image, isPane: false)
        covers.append(.comments(comments))
        window.navigator.push(comments.screen.root) { [weak self, weak controller = comments.controller] in
            guard let self, let comments = self.comments.first(where: { $0.controller === controller }) else { return }
            close(comments)
        }
        start(comments)
    }

    private func makeComments(of image: FeedImage, isPane: Bool) -> Comments {
        let draft = app.model.state.drafts[server.saved]?[image.id] ?? .empty
        // The card's size, so the picture loads from memory. It is shown smaller.
        let (controller, picture) = app.comments(of: image, draft: draft, size: pictures.size(of: image), on: session)
        let screen = ImageCommentsScreen(
            controller: controller, picture: picture, isPane: isPane, language: app.environment.language)
        screen.onBack = { [weak self] in if isPane { self?.closePane() } else { self?.window.navigator.goBack() } }
        screen.onOpen = { [weak self] in self?.viewFromComments($0) }
        return Comments(image: image, controller: controller, picture: picture, screen: screen)
    }

    private func start(_ comments: Comments) {
        comments.controller.appear()
        comments.controller.foregroundChanged(app.model.state.isInForeground)
    }

    private func stop(_ comments: Comments) {
        app.model.send(.drafted(comments.controller.draft, of: comments.image.id, at: server.saved))
        comments.stop()
    }

    private var wideViewer: ImageViewerScreen? {
        if case .viewer(_, let screen) = covers.last, screen.isWide { screen } else { nil }
    }

    /// Shows the details of an image beside the viewer or above it, or hides those beside it.
    private func openDetails(of image: FeedImage) {
        window.navigator.finishGoingBack()
        let viewer = wideViewer
        let isPane = viewer != nil
        if case .details = pane, isPane { return closePane() }
        guard detailsPage == nil else { return }
        let details = Details(on: session, isPane: isPane, of: app) { [weak self] in
            if isPane { self?.closePane() } else { self?.window.navigator.goBack() }
        }
        details.screen.onOpenFolder = { [copies] in copies.openFolder($0) }
        details.show(image)
        guard let viewer else {
            detailsPage = details
            return window.navigator.push(details.screen.root) { [weak self] in self?.detailsPage = nil }
        }
        closePane()
        show(.details(details), beside: viewer)
    }

    private func show(_ pane: Pane, beside viewer: ImageViewerScreen) {
        self.pane = pane
        let close: () -> Void = { [weak self] in self?.closePane() }
        switch pane {
        case .details(let details): viewer.showPane(details.screen.root, of: .details, onClose: close)
        case .comments(let comments):
            viewer.showPane(comments.screen.root, of: .comments, onClose: close)
            start(comments)
        }
    }

    private func closePane() {
        if case .comments(let comments) = pane { stop(comments) }
        pane = nil
        for case .viewer(_, let screen) in covers { screen.hidePane() }
    }

    private func updatePane(for image: FeedImage) {
        switch pane {
        case nil: break
        case .details(let details): details.show(image)
        case .comments(let old):
            guard let viewer = wideViewer else { return closePane() }
            stop(old)
            show(.comments(makeComments(of: image, isPane: true)), beside: viewer)
        }
    }

    /// Shows the feed's images one at a time in full screen, from the image on the screen on.
    func startSlideshow() {
        window.navigator.finishGoingBack()
        guard slideshow == nil, hasFeedOnTop else { return }
        let top = screen.place?.id
        guard let first = viewer?.image ?? screen.rows.first(where: { $0.id == top }) ?? screen.rows.first else {
            return
        }
        slideshow = Slideshow(makeViewer(of: first), in: window, language: app.environment.language) { [weak self] in
            self?.slideshowEnded(at: $0 == first.id ? nil : $0)
        }
    }

    /// Continues at the last image of the slideshow in the viewer or the feed, unless it is the first one.
    private func slideshowEnded(at id: FeedImage.ID?) {
        slideshow = nil
        switch (covers.last, id) {
        case (nil, let id?): screen.reveal(id)
        case (.viewer(let viewer, _), let id?): viewer.show(id)
        default: break
        }
        returnFocus()
    }

    /// Whether one of the feed's screens is on top, not the preferences or another server's address.
    private var hasFeedOnTop: Bool {
        switch covers.last {
        case nil: window.navigator.isOnTop(screen.root)
        case .viewer(_, let screen): window.navigator.isOnTop(screen.root)
        case .comments(let comments): window.navigator.isOnTop(comments.screen.root)
        }
    }

    private func close(_ viewer: ImageViewerController<Texture>) {
        guard viewer === self.viewer else { return }
        closePane()
        covers.removeAll { if case .viewer = $0 { true } else { false } }
        if covers.isEmpty { screen.reveal(viewer.image.id) }
        viewer.stop()
        returnFocus()
    }

    private func close(_ comments: Comments) {
        covers.removeAll {
            if case .comments(let other) = $0 { other.controller === comments.controller } else { false }
        }
        stop(comments)
        returnFocus()
    }

    func closeCovers() {
        slideshow?.end()
        detailsPage = nil
        while let top = covers.last {
            switch top {
            case .viewer(let viewer, _): close(viewer)
            case .comments(let comments): close(comments)
            }
        }
    }

    private func returnFocus() {
        switch covers.last {
        case nil: screen.returnFocus()
        case .comments(let comments): comments.screen.returnFocus()
        case .viewer: break
        }
    }
}
