/// A self-signed certificate with its key, which no system trusts.
public struct TestCertificate: Sendable {
    /// The certificate as PEM, which is also its trust root.
    public let certificate: String
    /// The SHA-256 fingerprint, as `openssl x509 -fingerprint -sha256` shows it.
    public let fingerprint: String
    let key: String

    /// Valid for `localhost`, `127.0.0.1` and `::1`, until 2120.
    public static let localhost = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBeTCCAR+gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
            c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
            CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLUT2gdAu7v15tIy
            7BtSQD6wQ7FrAwsh2uHwZu06LEit1BzYPWFCJSRfJ77NQGUubL5DmqDWHJu+7ds/
            6P0wCcujYDBeMA8GA1UdEwEB/wQFMAMBAf8wLAYDVR0RBCUwI4IJbG9jYWxob3N0
            hwR/AAABhxAAAAAAAAAAAAAAAAAAAAABMB0GA1UdDgQWBBQH5GIFmxZCIATM9Gfw
            t3hpaiT+2DAKBggqhkjOPQQDAgNIADBFAiBpuSq1MfFgbXHho0E2AAWGEiCc1mNe
            if/wDkHrizViRwIhAPGKobRl6LUXpC3Ok85jwF8lh03ti3Xzb3Fqqz/mwGgI
            -----END CERTIFICATE-----

            """,
        fingerprint:
            "01:3C:68:2D:50:6D:3D:69:79:86:7C:37:DE:9C:3F:C5:8C:B7:52:96:3F:F2:41:4A:C6:1B:CE:42:84:7C:AC:6D",
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgaEyGauPcISP9fbxq
            2QzvwsWRu71HdgsdzLCbtMkHzIChRANCAAS1E9oHQLu79ebSMuwbUkA+sEOxawML
            Idrh8GbtOixIrdQc2D1hQiUkXye+zUBlLmy+Q5qg1hybvu3bP+j9MAnL
            -----END PRIVATE KEY-----

            """)

    /// Valid for `somebody-else.example` only.
    public static let wrongName = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBZDCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAQMQ4wDAYDVQQDDAV3cm9uZzAg
            Fw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowEDEOMAwGA1UEAwwFd3Jv
            bmcwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAART3VcpXq3xakyYZODGzAWYWWma
            +IoPl+JskKGC9ANe2U0KoDGFfFLNdn7zk9EtyqlDGFnOsDty7H6trdu3vjqKo1Qw
            UjAPBgNVHRMBAf8EBTADAQH/MCAGA1UdEQQZMBeCFXNvbWVib2R5LWVsc2UuZXhh
            bXBsZTAdBgNVHQ4EFgQUNGOBKiInird5zYtnZAlLmItNiqQwCgYIKoZIzj0EAwID
            RwAwRAIgeYhib13Zmc5bFhhZtyza7+nuRLO6PxOgV7JnMeOQvcACIA9+4DN9CTdW
            y++piuhAA9nDk6RaxBa24xR1s/rgugE4
            -----END CERTIFICATE-----

            """,
        fingerprint:
            "59:76:50:1C:3D:6E:06:EC:12:8B:7A:8C:F6:0B:E0:4F:3F:1A:A7:9E:5B:EA:A1:A7:44:00:2A:DC:9B:E7:69:92",
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbOXqQK2YWWZ1H1HR
            RF/KXNoHSB1eU5QhXaCLhvEPb62hRANCAART3VcpXq3xakyYZODGzAWYWWma+IoP
            l+JskKGC9ANe2U0KoDGFfFLNdn7zk9EtyqlDGFnOsDty7H6trdu3vjqK
            -----END PRIVATE KEY-----

            """)
}
