/// A trace of five requests of four images, one of each kind: from the server, cancelled, from memory, from the disk,
/// failed.
public enum SampleTrace {
    public static let text = lines.joined(separator: "\n") + "\n"

    /// In the order in which the stages ended.
    public static let lines = [
        line("memory", "a.jpg", 1, 0, 10, "notFound"),
        line("queue", "a.jpg", nil, 10, 100_000, "done"),
        line("memory", "b.jpg", 2, 100_000, 100_020, "notFound"),
        line("queue", "b.jpg", nil, 100_020, 110_000, "done"),
        line("disk", "a.jpg", nil, 100_000, 112_000, "notFound"),
        line("disk", "b.jpg", nil, 110_000, 120_000, "notFound"),
        line("queue", "a.jpg", nil, 112_000, 200_000, "done"),
        line("queue", "b.jpg", nil, 120_000, 200_000, "done"),
        line("connect", "a.jpg", nil, 200_000, 300_000, "done"),
        line("firstByte", "a.jpg", nil, 300_000, 400_000, "done"),
        line("download", "b.jpg", nil, 200_000, 500_000, "cancelled"),
        line("total", "b.jpg", 2, 100_000, 500_000, "cancelled"),
        line("download", "a.jpg", nil, 200_000, 700_000, "done", bytes: 1_000_000),
        line("queue", "a.jpg", nil, 700_000, 700_000, "done"),
        line("decode", "a.jpg", nil, 700_000, 780_000, "done", bytes: 4_000_000),
        line("total", "a.jpg", 1, 0, 800_000, "done"),
        line("memory", "a.jpg", 3, 900_000, 900_015, "done", bytes: 4_000_000),
        line("total", "a.jpg", 3, 900_000, 900_020, "done"),
        line("memory", "c.jpg", 4, 900_000, 900_010, "notFound"),
        line("queue", "c.jpg", nil, 900_010, 910_000, "done"),
        line("disk", "c.jpg", nil, 910_000, 930_000, "done", bytes: 500_000),
        line("queue", "c.jpg", nil, 930_000, 940_000, "done"),
        line("decode", "c.jpg", nil, 940_000, 1_000_000, "done", bytes: 2_000_000),
        line("total", "c.jpg", 4, 900_000, 1_000_000, "done"),
        line("download", "d.jpg", nil, 1_000_000, 1_190_000, "failed"),
        line("total", "d.jpg", 5, 1_000_000, 1_200_000, "failed"),
    ]

    /// - Parameters:
    ///   - began: in microseconds, as `ended` is.
    public static func line(
        _ stage: String, _ name: String, _ request: Int?, _ began: Int, _ ended: Int, _ outcome: String,
        bytes: Int? = nil
    ) -> String {
        let request = request.map { #","request":\#($0)"# } ?? ""
        let bytes = bytes.map { #","bytes":\#($0)"# } ?? ""
        return #"{"stage":"\#(stage)","url":"http://host/image/\#(name)"\#(request),"began":\#(seconds(began)),"#
            + #""ended":\#(seconds(ended))\#(bytes),"outcome":"\#(outcome)"}"#
    }

    private static func seconds(_ microseconds: Int) -> String {
        "\(microseconds / 1_000_000)." + String(String(microseconds % 1_000_000 + 1_000_000).dropFirst())
    }
}
