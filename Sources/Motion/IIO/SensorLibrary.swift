internal import CIIO

/// libiio's version, as "libiio 0.24".
public var sensorLibrary: String {
    var (major, minor) = (UInt32(0), UInt32(0))
    var revision = [CChar](repeating: 0, count: 8)
    iio_library_get_version(&major, &minor, &revision)
    return "libiio \(major).\(minor)"
}
