import Platform

/// A phone's export: a folder with one file per sensor.
struct LogFolder {
    private let path: String
    private let options: MotionLogReader.Options
    /// Paths of the CSV files by their lower-case names without extension.
    private let files: [String: String]

    /// Lists the CSV files in the folder at `path`.
    init(path: String, options: MotionLogReader.Options) throws(MotionLogError) {
        self.path = path
        self.options = options
        do {
            files = try Self.files(in: path)
        } catch {
            throw MotionLogError(error)
        }
    }

    /// The paths of the CSV files in the folder at `path` by their lower-case names without
    /// extension.
    static func files(in path: String) throws(FileError) -> [String: String] {
        var files: [String: String] = [:]
        for name in try names(inFolder: path) where name.lowercased().hasSuffix(".csv") {
            files[name.pathStem.lowercased()] = "\(path)/\(name)"
        }
        return files
    }

    /// The samples of accelerometer and gyroscope in order of time.
    func stream() throws(MotionLogError) -> any LogStream {
        let acceleration = try accelerationStream()
        guard let file = files["gyroscope"] else { return acceleration }
        let gyroscope = try LogFile(path: file, options: options)
        try gyroscope.requireRotationRate()
        return MergedLog(acceleration, gyroscope)
    }

    private func accelerationStream() throws(MotionLogError) -> any LogStream {
        if let file = files["totalacceleration"] { return try acceleration(file) }
        guard let file = files["accelerometer"] else {
            if files.count == 1, let only = files.values.first { return try acceleration(only) }
            throw MotionLogError(
                .malformed, "\(path) has no Accelerometer.csv or TotalAcceleration.csv")
        }
        let log = try acceleration(file, stem: "totalacceleration")
        guard log.header.isSensorLogger else { return log }
        guard let gravity = files["gravity"] else {
            throw MotionLogError(
                .malformed,
                "\(file) is without gravity and tells no tilt: it needs TotalAcceleration.csv or "
                    + "Gravity.csv beside it")
        }
        return GravityRestoredLog(linear: log, gravity: try acceleration(gravity))
    }

    /// `stem` is as in `LogFile`.
    private func acceleration(
        _ file: String, stem: String? = nil
    ) throws(MotionLogError) -> LogFile {
        let log = try LogFile(path: file, stem: stem, options: options)
        try log.requireAcceleration(isInFolder: true)
        return log
    }
}
