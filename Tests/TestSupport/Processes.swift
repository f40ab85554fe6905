public import Foundation

/// What proc(5) says of a process: the fields behind its name, of which the first is its state.
public func processFields(_ process: pid_t) -> [Substring] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return text.split(separator: ")").last?.split(separator: " ") ?? []
}

/// Seconds of processor time that a process has used, all its threads together; 0 if there is none.
///
/// proc(5) has it in ticks of 10 ms, of which a short start may get none.
public func processorTime(of process: pid_t) -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return 0
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The processes that a process has started and that are there, also as zombies.
public func children(of process: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter {
        let fields = processFields($0)
        return fields.count > 1 && fields[1] == "\(process)"
    }
}
