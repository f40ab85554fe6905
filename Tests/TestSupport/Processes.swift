public import Foundation

/// What proc(5) says of a process: the fields behind its name, of which the first is its state.
public func processFields(_ process: pid_t) -> [Substring] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return text.split(separator: ")").last?.split(separator: " ") ?? []
}

/// Seconds of processor time that a process has used.
public func processorTime(of process: pid_t) -> Double {
    let fields = processFields(process)
    let ticks = fields.count > 12 ? [fields[11], fields[12]].compactMap { Double($0) } : []
    return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
}

/// The processes that a process has started and that are there, also as zombies.
public func children(of process: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter {
        let fields = processFields($0)
        return fields.count > 1 && fields[1] == "\(process)"
    }
}
