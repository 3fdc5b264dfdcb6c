package import ImageFormats

/// Decides when each frame of an animation is shown and when the next frames are decoded: each event changes the state
/// and returns actions.
///
/// Frames are numbered in display order across all plays. The image's picture serves as the first frame until that
/// frame is shown again.
package struct AnimationState: Sendable {
    package enum Event: Hashable, Sendable {
        case toggled
        case playsByItself(Bool)
        case watched(Bool)
        case decoded(Int)
        case failed
        /// The screen draws a frame at this time.
        case time(Duration)
    }

    package enum Action: Hashable, Sendable {
        case update(AnimationViewModel)
        case decode
        case show(Int)
        case drop(before: Int)
    }

    /// The maximum size of frames kept for replays, in bytes.
    private static let keptBytes = 48 << 20
    /// The longest step that counts: after a longer one, the screen is assumed to have been paused.
    private static let longestStep = Duration.seconds(1)

    private let delays: [Duration]
    private let plays: Int?
    /// Whether all frames are kept and decoded only once.
    private let keepsAll: Bool
    private var isPlaying = false
    private var isWatched = false
    private var isDecoding = false
    private var shown = 0
    private var elapsed = Duration.zero
    /// One past the last frame; `nil` for an endless animation.
    private var end: Int?
    private var decoded = 0
    /// The largest number of frames decoded at a time.
    private var largestCount = 1
    private var time: Duration?

    package init(_ header: AnimationInfo) {
        delays = header.delays
        plays = header.plays
        let (bytes, isTooLarge) = header.frameBytes.multipliedReportingOverflow(by: header.delays.count)
        // Kept frames also keep their canvas, which mustn't be much larger.
        keepsAll = !isTooLarge && bytes <= Self.keptBytes && header.cost.canvasBytes / 2 <= header.frameBytes
        end = plays.map { Self.product($0, header.delays.count) }
    }

    package var viewModel: AnimationViewModel {
        AnimationViewModel(isPlaying: isPlaying, needsTime: isPlaying && isWatched)
    }

    /// Returns the number for keeping a frame: that of the first play if all frames are kept.
    package func kept(_ frame: Int) -> Int { keepsAll ? frame % delays.count : frame }

    package mutating func handle(_ event: Event) -> [Action] {
        let before = viewModel
        var actions: [Action] = []
        switch event {
        case .toggled: toggle()
        case .playsByItself(let isAutomatic): isPlaying = isAutomatic && (isPlaying || shown == 0 && elapsed == .zero)
        case .watched(let isWatched): self.isWatched = isWatched
        case .decoded(let count):
            isDecoding = false
            decoded += count
            largestCount = max(largestCount, count)
            if count < 1 { isPlaying = false }
        case .failed: (isDecoding, isPlaying) = (false, false)
        case .time(let now): actions = pass(now)
        }
        if !viewModel.needsTime { time = nil }
        if viewModel != before { actions.append(.update(viewModel)) }
        if needsFrames {
            isDecoding = true
            actions.append(.decode)
        }
        return actions
    }

    private mutating func toggle() {
        isPlaying.toggle()
        guard isPlaying, let end, let plays, shown + 1 == end else { return }
        // The animation restarts immediately.
        self.end = end + Self.product(plays, delays.count)
        elapsed = delays[shown % delays.count]
    }

    /// Shows the frames that are due, up to the last decoded one.
    private mutating func pass(_ now: Duration) -> [Action] {
        guard isPlaying, isWatched else { return [] }
        elapsed += min(Self.longestStep, max(.zero, now - (time ?? now)))
        time = now
        let before = shown
        while elapsed >= delays[shown % delays.count] {
            if shown + 1 == end {
                (isPlaying, elapsed) = (false, .zero)
                break
            }
            guard isDecoded(shown + 1) else {
                // A late frame delays the following ones.
                elapsed = delays[shown % delays.count]
                break
            }
            elapsed -= delays[shown % delays.count]
            shown += 1
        }
        guard shown != before else { return [] }
        return keepsAll ? [.show(shown)] : [.show(shown), .drop(before: shown)]
    }

    private func isDecoded(_ frame: Int) -> Bool { frame < decoded || keepsAll && decoded >= delays.count }

    /// Whether to decode: all frames if they are kept; if not, about as many ahead as are decoded at a time.
    private var needsFrames: Bool {
        guard isPlaying, isWatched, !isDecoding else { return false }
        if keepsAll { return decoded < delays.count }
        return decoded < (end ?? .max) && decoded - shown - 1 < largestCount
    }

    private static func product(_ one: Int, _ two: Int) -> Int {
        let (product, isTooLarge) = one.multipliedReportingOverflow(by: two)
        return isTooLarge ? .max : product
    }
}
