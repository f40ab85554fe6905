internal import CMosquitto

/// libmosquitto's version, as "libmosquitto 2.0.11".
public var brokerLibrary: String {
    var (major, minor, revision) = (CInt(0), CInt(0), CInt(0))
    mosquitto_lib_version(&major, &minor, &revision)
    return "libmosquitto \(major).\(minor).\(revision)"
}
