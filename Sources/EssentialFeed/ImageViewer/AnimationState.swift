package import ImageFormats

/// Which frame of an animation is shown when, and when the next ones are decoded: each event changes that and returns
/// actions.
///
/// Frames are numbered in the order in which they are shown, over all plays. The picture of the image stands for the first
/// one until it is shown again.
package struct AnimationState: Sendable {
    /// Something that happened to the animation.
    package enum Event: Hashable, Sendable {
        /// The person wants it to play, or to stop.
        case toggled
        /// Animations are now to play without being asked, or to wait.
        case playsByItself(Bool)
        /// It can be seen, or can't be seen any more.
        case watched(Bool)
        /// This number of further frames has been decoded.
        case decoded(Int)
        /// The next frames couldn't be decoded.
        case failed
        /// The screen draws, at this time.
        case time(Duration)
    }

    /// Something to do.
    package enum Action: Hashable, Sendable {
        /// Show what can be done.
        case update(AnimationViewModel)
        /// Decode the next frames.
        case decode
        /// Show a frame.
        case show(Int)
        /// Drop the frames before one.
        case drop(before: Int)
    }

    /// The most bytes of frames that are kept for the next time they are shown.
    private static let keptBytes = 48 << 20
    /// The time after which the screen counts as having stood still.
    private static let longestStep = Duration.seconds(1)

    private let delays: [Duration]
    private let plays: Int?
    /// Whether all frames are kept, so that each is decoded once.
    private let keepsAll: Bool
    private var isPlaying = false
    private var isWatched = false
    private var isDecoding = false
    /// The frame that is shown.
    private var shown = 0
    /// The time that it has been shown.
    private var elapsed = Duration.zero
    /// The frame after the last one; `nil` without an end.
    private var end: Int?
    /// How many frames have been decoded, and how many at a time.
    private var decoded = 0
    private var largestCount = 1
    private var time: Duration?

    package init(_ header: AnimationHeader) {
        delays = header.delays
        plays = header.plays
        let (bytes, isTooLarge) = header.frameBytes.multipliedReportingOverflow(by: header.delays.count)
        // Frames that are decoded together keep the memory of their canvas.
        keepsAll = !isTooLarge && bytes <= Self.keptBytes && header.cost.canvasBytes / 2 <= header.frameBytes
        end = plays.map { Self.product($0, header.delays.count) }
    }

    /// What the viewer shows.
    package var viewModel: AnimationViewModel {
        AnimationViewModel(isPlaying: isPlaying, needsTime: isPlaying && isWatched)
    }

    /// Returns the frame whose picture is shown for a frame: the same one in the first play, if all are kept.
    package func kept(_ frame: Int) -> Int { keepsAll ? frame % delays.count : frame }

    /// Changes the animation by an event.
    /// - Returns: What is to be done, in order.
    package mutating func handle(_ event: Event) -> [Action] {
        let before = viewModel
        var actions: [Action] = []
        switch event {
        case .toggled: toggle()
        case .playsByItself(let plays): isPlaying = plays && (isPlaying || shown == 0 && elapsed == .zero)
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
        guard isPlaying, let end, shown + 1 == end else { return }
        // It begins anew at once.
        self.end = end + Self.product(plays ?? 1, delays.count)
        elapsed = delays[shown % delays.count]
    }

    /// Shows the frames whose time has come, as far as they have been decoded.
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
            guard isThere(shown + 1) else {
                // A frame that comes late delays the following ones; none is skipped.
                elapsed = delays[shown % delays.count]
                break
            }
            elapsed -= delays[shown % delays.count]
            shown += 1
        }
        guard shown != before else { return [] }
        return keepsAll ? [.show(shown)] : [.show(shown), .drop(before: shown)]
    }

    private func isThere(_ frame: Int) -> Bool { frame < decoded || keepsAll && decoded >= delays.count }

    /// Whether fewer frames are there than are decoded at a time, beyond the one that is shown.
    private var needsFrames: Bool {
        guard isPlaying, isWatched, !isDecoding else { return false }
        if keepsAll { return decoded < delays.count }
        return decoded < end ?? .max && decoded - shown - 1 < largestCount
    }

    private static func product(_ one: Int, _ two: Int) -> Int {
        let (product, isTooLarge) = one.multipliedReportingOverflow(by: two)
        return isTooLarge ? .max : product
    }
}
