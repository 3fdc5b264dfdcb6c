import EssentialFeed
import Foundation

/// A look at the clock: it can't be earlier than the program's installation or the newest photo.
///
/// Whether the system synchronizes its clock isn't asked: many virtual machines have the right time from their host, and
/// say that they don't.
struct ClockExamination {
    /// In seconds. Cameras and file systems are in other time zones.
    private static let tolerance: TimeInterval = 86_400

    let now: Date
    /// When the program was installed; `nil` if it isn't known.
    let programDate: Date?
    /// The photo with the latest time.
    let newest: (path: FolderPath, date: Date)?

    var findings: [Finding] {
        if let programDate, programDate > now + Self.tolerance {
            return [
                Finding(
                    .error, .clock,
                    "the clock says \(WireDate.text(now)), but this program was installed later (\(WireDate.text(programDate))); set the clock"
                )
            ]
        }
        guard let newest, newest.date > now + Self.tolerance else { return [] }
        return [
            Finding(
                .warning, .clock,
                "\(newest.path.displayText) is from the future (\(WireDate.text(newest.date))), and now it is \(WireDate.text(now)); set the clock, or the file's time with touch"
            )
        ]
    }
}
