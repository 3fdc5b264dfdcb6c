import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Times as cameras, programs and file names spell them.
@Suite struct CaptureTimeTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(
        arguments: [
            ("2020:05:20 11:24:59", "2020:05:20 11:24:59", nil), ("2020-05-20 11:24:59", "2020:05:20 11:24:59", nil),
            ("2020/05/20 11:24:59", "2020:05:20 11:24:59", nil), ("2020.05.20 11.24.59", "2020:05:20 11:24:59", nil),
            ("2020-05-20T11:24:59", "2020:05:20 11:24:59", nil), (" 2020:05:20 11:24:59 ", "2020:05:20 11:24:59", nil),
            ("2020:05:20 11:24:59junk", "2020:05:20 11:24:59", nil), ("2020:05:20 11:24", "2020:05:20 11:24:00", nil),
            ("2020:05:20 11:24:59.120", "2020:05:20 11:24:59.12", nil), ("20200520112459", "2020:05:20 11:24:59", nil),
            ("2020:05:20 11:24:59+03:00", "2020:05:20 11:24:59", "+03:00"),
            ("2020:05:20 11:24:59.5-0330", "2020:05:20 11:24:59.5", "-03:30"),
            ("2020-05-20T11:24Z", "2020:05:20 11:24:00", "+00:00"),
            ("2020-05-20t11:24:59z", "2020:05:20 11:24:59", "+00:00"),
            ("2020-05-20 01:24:59 PM", "2020:05:20 13:24:59", nil),
            ("2020-05-20 12:24:59 am", "2020:05:20 00:24:59", nil),
            ("2020: 5:20 11:24: 9", "2020:05:20 11:24:09", nil), ("2020:05: 2  9: 4:19", "2020:05:02 09:04:19", nil),
            ("2020- 5-20T11:24:59", "2020:05:20 11:24:59", nil),
            ("2020:05:20 01:24:59 p.m.", "2020:05:20 13:24:59", nil),
            ("2020:05:20 01:24:59 p.m. +02:00", "2020:05:20 13:24:59", "+02:00"),
            ("2020:05:20 13:24:59 PM +02:00", "2020:05:20 13:24:59", "+02:00"),
        ])
    func `A time is read in the spellings of cameras and programs`(text: String, time: String, offset: String?) {
        let read = CaptureTime(text)?.texts
        #expect(read?.time == time)
        #expect(read?.offset == offset)
        #expect(CaptureTime(time)?.texts.time == time)
    }

    @Test(
        arguments: [
            ("-0500", "-05:00"), ("-5:00", "-05:00"), ("Z", "+00:00"), ("-05:00 ", "-05:00"), ("+05:45", "+05:45"),
            ("+14", "+14:00"),
        ])
    func `An offset is read in the spellings of cameras`(text: String, offset: String) {
        #expect(CaptureTime("2020:05:20 11:24:59", offset: text)?.texts.offset == offset)
    }

    @Test(
        arguments: [
            ("2020:05:20 12:24:59", "2020:05:20 09:24:30", "+03:00"),
            ("2020:05:20 05:10:00", "2020:05:19 23:25:00", "+05:45"),
            ("2020:05:20 12:24:59", "2020:05:20 12:24:59", "+00:00"),
            ("2020:05:20 12:24:59", "2020:05:20 09:29:59", nil), ("2020:05:20 12:24:59", "2020:05:18 09:24:59", nil),
            ("2020:05:20 12:24:59+02:00", "2020:05:20 09:24:59", "+02:00"),
            ("2020:05:20 12:24:59", "2020:05:20 10:09:59", nil),
            ("2020:05:20 12:24:59", "2020:05:20 15:54:59", "-03:30"),
        ])
    func `An offset follows from the GPS time if the position was found when the photo was taken`(
        text: String, gps: String, offset: String?
    ) throws {
        let time = try #require(CaptureTime(text)).withOffset(from: CaptureTime(gps, offset: "Z"))
        #expect(time.texts.offset == offset)
        #expect(time.texts.time == String(text.prefix(19)))
        #expect(time.withOffset(from: nil) == time)
    }

    @Test(
        arguments: [(23.7, "+03:00"), (-8.0, nil), (97.6, nil), (-7.4, "+03:00"), (97.4, "+03:00")]
            as [(Double, String?)])
    func `An offset follows from the GPS time only if some place has it`(longitude: Double, offset: String?) throws {
        let time = try #require(CaptureTime("2020:05:20 12:24:59"))
        let gps = CaptureTime("2020:05:20 09:24:59", offset: "Z")
        #expect(time.withOffset(from: gps, longitude: longitude).texts.offset == offset)
    }

    @Test(arguments: [("2020:05:19 23:24:59", -175.2, "+13:00"), ("2020:05:20 22:24:59", 175.2, "-10:00")])
    func `An offset may be that of the date line's other side`(utc: String, longitude: Double, offset: String) throws {
        let time = try #require(CaptureTime("2020:05:20 12:24:59"))
        let gps = CaptureTime(utc, offset: "Z")
        #expect(time.withOffset(from: gps, longitude: longitude).texts.offset == offset)
    }

    @Test(arguments: [("123 ", 123_000_000), ("05", 50_000_000), (" ", 0), ("1234567891", 123_456_789)])
    func `The fraction of a second is read from a field of its own`(text: String, nanosecond: Int) {
        #expect(CaptureTime("2020:05:20 11:24:59", fraction: text)?.nanosecond == nanosecond)
    }

    @Test(
        arguments: [
            ("2020", "2020:01:01 12:00:00"), ("2020-05", "2020:05:01 12:00:00"), ("2020-05-20", "2020:05:20 12:00:00"),
            ("20200520", "2020:05:20 12:00:00"), ("20200500", "2020:05:01 12:00:00"),
            ("2020:  :     :  :  ", "2020:01:01 12:00:00"), ("1234", nil), ("0000", nil), ("2020-13", nil),
            ("May", nil), ("2020 May 20 11:24", nil), ("2020年05月20日 11:24:59", nil), ("2020 x", nil),
            ("2020-05\r\n", "2020:05:01 12:00:00"), ("2020-05Z", "2020:05:01 12:00:00"),
            ("2020;05;20", nil),
        ])
    func `A date without a time is noon of its first day where a part is allowed`(text: String, time: String?) {
        #expect(CaptureTime(text, fraction: "25", atLeast: .year)?.texts.time == time)
        #expect(CaptureTime(text) == nil)
    }

    @Test(arguments: [-11, 0, 14])
    func `A date without a time is on the same day for people up to eleven hours away`(hours: Int) throws {
        let server = try #require(TimeZone(secondsFromGMT: hours * 3_600))
        let name = try #require(FileNameTime(Array("IMG-20200520-WA0001.jpg".utf8), now: Self.now))
        for time in [CaptureTime("2020-05-20", atLeast: .year), name.time] {
            let date = try #require(time?.date(in: server))
            for difference in -11...11 where (-12...14).contains(hours + difference) {
                let zone = try #require(TimeZone(secondsFromGMT: (hours + difference) * 3_600))
                #expect(Calendar.gregorian(in: zone).component(.day, from: date) == 20)
            }
        }
    }

    @Test func `A time at midnight stays at midnight`() {
        #expect(CaptureTime("2020:05:20 00:00:00", atLeast: .year)?.texts.time == "2020:05:20 00:00:00")
    }

    @Test(arguments: ["0001:01:01 00:00:00", "1601:01:01 00:00:00", "9999:12:31 23:59:59", "1899:02:29 00:00:00"])
    func `What programs write for a missing time is none`(text: String) {
        #expect(CaptureTime(text) == nil)
        #expect(CaptureTime(text, atLeast: .year) == nil)
    }

    @Test(
        arguments: [
            ("Wed, 20 May 2020 11:24:59 +0300", "2020:05:20 11:24:59", "+03:00"),
            ("3 Jun 2020 01:02:03 GMT", "2020:06:03 01:02:03", "+00:00"),
            ("2020-05-20T11:24:59Z", "2020:05:20 11:24:59", "+00:00"),
            ("Wed, 20 May 2020 11:24:59 EST", "2020:05:20 11:24:59", "-05:00"),
            ("20 May 20 11:24:59 pdt", "2020:05:20 11:24:59", "-07:00"),
            ("Wed 20 May 2020 11:24:59 AM -03", "2020:05:20 11:24:59", "-03:00"),
            ("Wed May 20 11:24:59 2020", "2020:05:20 11:24:59", nil), ("20 May 2020", "2020:05:20 12:00:00", nil),
            ("20 May 2020 EST", "2020:05:20 12:00:00", nil),
            ("Sat, 1 May 99 11:24:59 UT", "1999:05:01 11:24:59", "+00:00"),
        ])
    func `A PNG's time is read in the format of mail, too`(text: String, time: String, offset: String?) {
        let read = CaptureTime(mail: text)?.texts
        #expect(read?.time == time)
        #expect(read?.offset == offset)
    }

    @Test(
        arguments: [
            ("IMG_20200520_112459.jpg", "11:24:59"), ("Nikon-10-12-20200520 112459.jpg", "11:24:59"),
            ("13-05-20200520_112459.jpg", "11:24:59"), ("IMG_20200520_112459~2.jpg", "11:24:59"),
            ("Screenshot_20200520-112459.png", "11:24:59"), ("VID_20200520_112459.jpg", "11:24:59"),
            ("Screenshot_2020-05-20-11-24-59-123_com.app.png", "11:24:59"), ("20200520112459.jpg", "11:24:59"),
            ("Screenshot 2020-05-20 at 11.24.59.png", "11:24:59"),
            ("Screen Shot 2020-05-20 at 1.24.59\u{202F}PM.png", "13:24:59"),
            ("Bildschirmfoto 2020-05-20 um 11.24.59.png", "11:24:59"),
            ("signal-2020-05-20-112459.jpg", "11:24:59"), ("2020-05-20 11.24.59.jpg", "11:24:59"),
            ("WhatsApp Image 2020-05-20 at 11.24.59 (1).jpeg", "11:24:59"),
            ("photo_2020-05-20_11-24-59.jpg", "11:24:59"), ("WIN_20200520_11_24_59_Pro.jpg", "11:24:59"),
            ("00100lPORTRAIT_00100_BURST20200520112459123_COVER.jpg", "11:24:59.123"),
            ("photo_1@20-05-2020_11-24-59.jpg", "11:24:59"), ("Facetune_20-05-2020-11-24-59.jpg", "11:24:59"),
            ("20.05.2020.11.24.59.jpg", "11:24:59"), ("05-20-2020 11.24.59.jpg", "11:24:59"),
            ("Captura de pantalla 2020-05-20 a la(s) 1.24.59 p.m..jpg", "13:24:59"),
            ("WhatsApp Image 2020-05-20 at 1.24.59 p. m..jpg", "13:24:59"),
            ("Στιγμιότυπο οθόνης 2020-05-20, 1.24.59 μ.μ..jpg", "13:24:59"),
            ("Photo 2020-05-20, 11 24 59.jpg", "11:24:59"), ("vlcsnap-2020-05-20-11h24m59s123.jpg", "11:24:59"),
            ("2020_0520_112459.JPG", "11:24:59"), ("2020_0520_112459_001A.JPG", "11:24:59"),
            ("IMG_2020_0520_112459.jpg", "11:24:59"), ("Resized_20200520_112459.jpeg", "11:24:59"),
            ("20200520-112459.jpg", "11:24:59"), ("Photo 20-05-2020, 11 24 59.jpg", "11:24:59"),
            ("VID_20200520_112459_exported_12345.jpg", "11:24:59"), ("2020-05-20 11.24.59-1.jpg", "11:24:59"),
            ("Screenshot 2020-05-20 at 11.24.59 AM.png", "11:24:59"), ("Screenshot 2020-05-20 112459.png", "11:24:59"),
            ("Screen Shot 2020-05-20 at 11.24.59 AM (2).png", "11:24:59"),
            ("Screenshot from 2020-05-20 11-24-59.png", "11:24:59"),
            ("Bildschirmfoto vom 2020-05-20 11-24-59.png", "11:24:59"),
            ("Capture d’écran du 2020-05-20 11-24-59.png", "11:24:59"),
            ("Captura de Tela 2020-05-20 às 11.24.59.png", "11:24:59"),
            ("KakaoTalk_20200520_112459123.jpg", "11:24:59.123"), ("DJI_20200520112459_0001_D.JPG", "11:24:59"),
        ])
    func `The time that phones and messengers write into a name is local`(name: String, clock: String) throws {
        let read = try #require(FileNameTime(Array(name.utf8), now: Self.now))
        #expect(read.hasClock)
        #expect(read.time.texts.time == "2020:05:20 \(clock)")
        #expect(read.time.offset == nil)
    }

    @Test(
        arguments: [
            "PXL_20200520_112459123.jpg", "PXL_20200520_112459123.PORTRAIT.jpg", "FB_IMG_1589973899123.jpg",
            "mmexport1589973899123.jpg", "1589973899123.jpg", "Copy of PXL_20200520_112459123.jpg",
            "Resized_PXL_20200520_112459123.jpg", "20200520_112459123_iOS.jpg", "20200520T112459123Z.jpg",
            "line_1589973899123.jpg", "received_1589973899123.jpg", "received_m_mid_1589973899123_3d9ea07a_0.jpeg",
            "wx_camera_1589973899123.jpg", "mmexport1589973899123(1).jpg", "Resized_FB_IMG_1589973899123.jpeg",
            "IMG_1589973899123.jpg", "Screenshot_1589973899123.png",
        ])
    func `The time in the name of a Pixel's photo, and one that counts milliseconds, is UTC`(name: String) throws {
        let texts = try #require(FileNameTime(Array(name.utf8), now: Self.now)).time.texts
        #expect(texts.time == "2020:05:20 11:24:59.123")
        #expect(texts.offset == "+00:00")
    }

    @Test(
        arguments: [
            "IMG_1234.jpg", "DSC_8223.jpg", "20201345_000000.jpg", "IMG_19700101_000000.jpg", "20300520_112459.jpg",
            "12345678901234567890.jpg", "20200520_250000.jpg", "2020.jpg", "P1010001.JPG", "1589973899.jpg", "",
            "IMG-05-06-2020-11-24-59.jpg", "05-06-2020 11.24.59.jpg", "2020-05-20_export101530.jpg",
        ])
    func `A name with other numbers has no time`(name: String) {
        #expect(FileNameTime(Array(name.utf8), now: Self.now)?.hasClock != true)
    }

    @Test(
        arguments: [
            "20209999_123456.jpg", "2020_1320_112459.jpg", "2020_0520.jpg", "IMG_2020_0520.jpg", "2020_0520_1124.jpg",
            "2020_0520_112459123456.jpg", "2020-0520-112459.jpg", "12020_0520_112459.jpg", "2020_0520_250000.jpg",
            "1970_0520_112459.jpg", "order_1589973899123.jpg", "Order 1589973899123.jpg", "online_1589973899123.jpg",
            "Bestellung-1234567890123.jpg", "line_15899738991234.jpg", "line_158997389912.jpg", "4006381333931.jpg",
            "9783161484100.jpg", "Snapchat-1234567890.jpg", "Snapchat-2020052012.jpg", "069 2011 1205.jpg",
            "received_10204050607080901.jpeg", "+4915112345678.jpg", "+30 2101 123456.jpg",
            "Photo May 20, 11 24 59 AM.jpg", "20150520123_ab12cd34ef_o.jpg",
            "20031107_10153012345678901_6789012345678901234_n.jpg",
        ])
    func `The number of an order, a product, a phone or a picture isn't a date`(name: String) {
        #expect(FileNameTime(Array(name.utf8), now: Self.now) == nil)
    }

    @Test(
        arguments: [
            ("19891231_235959.jpg", false), ("19900101_000000.jpg", true), ("20260922_100000.jpg", true),
            ("20260922.jpg", true), ("20260923_000000.jpg", false), ("2026-12-24 Party.jpg", false),
            ("line_0631100000000.jpg", false), ("line_0631152000000.jpg", true), ("line_1790080000000.jpg", true),
            ("line_1790090000000.jpg", false),
        ])
    func `A date in a name is from 1990 to tomorrow`(name: String, isPossible: Bool) {
        #expect((FileNameTime(Array(name.utf8), now: Self.now) != nil) == isPossible)
    }

    @Test func `A clock that was never set finds no time in a name`() {
        #expect(FileNameTime(Array("IMG_20200520_112459.jpg".utf8), now: Date(timeIntervalSince1970: 0)) == nil)
    }

    @Test func `A name that says the day alone gives the file's time of that day, or else noon`() throws {
        let name = try #require(FileNameTime(Array("IMG-20200520-WA0001.jpg".utf8), now: Self.now))
        let (sameDay, later) = (
            try Date("2020-05-20T18:00:00Z", strategy: .iso8601), try Date("2024-01-01T00:00:00Z", strategy: .iso8601)
        )
        #expect(name.date(in: .gmt, written: sameDay) == sameDay)
        #expect(try name.date(in: .gmt, written: later) == Date("2020-05-20T12:00:00Z", strategy: .iso8601))
    }
}
