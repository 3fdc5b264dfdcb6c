import EssentialFeed
import Foundation
import TestSupport

/// The state of a screen, with its actions as texts.
struct FeedStateScreen {
    private var state: FeedScreenState
    var viewModel: FeedViewModel { state.viewModel }

    init(showing page: FeedPage? = nil, seen: SeenFeed? = nil) {
        state = FeedScreenState(calendar: .current, language: .english, seen: seen)
        guard let page else { return }
        _ = does(.appeared)
        _ = does(.feedLoaded(.success(page)))
    }

    /// Returns a screen in the foreground that looks for a newer feed than a page of five minutes.
    static func looking(at page: FeedPage) -> FeedStateScreen {
        var screen = FeedStateScreen(showing: page)
        _ = screen.does(.foregroundChanged(true))
        _ = screen.does(.timePassed, at: TestTime().value.addingTimeInterval(300))
        return screen
    }

    /// Handles an event after another one.
    mutating func does(_ event: FeedScreenState.Event, after earlier: FeedScreenState.Event) -> [String] {
        does(earlier) + does(event)
    }

    mutating func does(_ event: FeedScreenState.Event, at now: Date = TestTime().value) -> [String] {
        state.handle(event, at: now).map { action in
            switch action {
            case .load: "load"
            case .loadCached: "loadCached"
            case .loadMore: "loadMore"
            case .cancelLoad: "cancelLoad"
            case .cancelLoadCached: "cancelLoadCached"
            case .cancelLoadMore: "cancelLoadMore"
            case .reconnect(.wait(let delay)): "wait \(delay)"
            case .reconnect(.cancelWait): "cancelWait"
            case .scrollToTop: "scrollToTop"
            case .scroll, .reopen, .notify, .withdrawNotice: "\(action)"
            case .select(let image): "select \(image.id)"
            case .selectComments(let image): "selectComments \(image.id)"
            case .remember(let seen): "remember \(seen.ids.count)"
            case .report: "report"
            }
        }
    }
}
